import { basename, dirname, join } from "node:path";
import {
  adviseHandoff,
  continuation,
  listObjectives,
  OBJECTIVE_STATUSES,
  type Progress,
  parseProgress,
  partialResult,
  renderOffloaded,
  reviseProgress,
  startProgress,
} from "@baton/core/handoff-document";
import { archiveCompletedHandoffs, markPhaseResult, offloadText } from "@baton/core/node";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import { ToolError } from "../tool-error";
import type { Project } from "./project";

const USED = z.int().nonnegative().describe("Tokens in your context.");
const WINDOW = z.int().positive().default(200_000).describe("Your context window in tokens.");
const PROGRESS = z.string().describe("Progress file of the phase: progress/phase-{P}-progress.json.");
const OFFLOADED = ".baton/offloaded";

const VERDICTS = {
  go_on: "Go on.",
  advise: "Hand off at the next opportunity.",
  write: "Write a handoff document now, with write_handoff.",
} as const;

/** Adds the steps of an agent whose context becomes full: when to hand off, what is left, and its result. */
export function addHandoffStepTools(server: McpServer, project: Project): void {
  addTool(server, {
    name: "advise_handoff",
    title: "Advise on a handoff",
    description:
      "Whether you should hand off now: by the use of your window, finished objectives and repeated reads.",
    input: z.object({
      used: USED,
      window: WINDOW,
      tool_calls: z.int().nonnegative().default(0).describe("Since the last handoff."),
      objectives_touched: z.int().nonnegative().default(0).describe("Since the last handoff."),
      finished_objective: z.boolean().default(false),
      reads: z.record(z.string(), z.int().positive()).default({}).describe("Reads by file."),
      progress: PROGRESS.optional(),
    }),
    isReadOnly: true,
    run: async ({ used, window, tool_calls, objectives_touched, finished_objective, reads, progress }) => {
      const { action, reasons, isHeldBack } = adviseHandoff({
        usedTokens: used,
        windowTokens: window,
        toolCalls: tool_calls,
        objectivesTouched: objectives_touched,
        hasFinishedObjective: finished_objective,
        fileReads: new Map(Object.entries(reads)),
      });
      const held = isHeldBack ? ["There is too little work since the last handoff."] : [];
      const next = progress === undefined ? [] : [describeRest(await readProgress(project, progress))];
      return {
        text: [VERDICTS[action], ...reasons.map((reason) => `- ${reason}`), ...held, ...next].join("\n"),
      };
    },
  });
  addTool(server, {
    name: "start_progress",
    title: "Start a progress file",
    description: "Writes the progress file of a phase with its goals, none started. Replaces nothing.",
    input: z.object({
      file: PROGRESS,
      phase: z.string().min(1),
      objectives: z.array(z.string().min(1)).min(1).describe("The goal of each objective."),
      name: z.string().optional().describe("Name of the phase."),
    }),
    isReadOnly: false,
    run: async ({ file, phase, objectives, name }) => {
      if (await project.has(file)) throw new ToolError(`${file} exists. update_progress changes it.`);
      const progress = startProgress({ phase, name, objectives }, new Date().toISOString());
      await project.write(dirname(file), basename(file), `${JSON.stringify(progress, null, 2)}\n`);
      return { text: `${file} is written. ${describeRest(progress)}` };
    },
  });
  addTool(server, {
    name: "update_progress",
    title: "Update the progress file",
    description:
      "Changes the status or note of an objective, or adds an approach that failed. Goals stay. Without a change: what remains, and who continues.",
    input: z.object({
      file: PROGRESS,
      objective: z.string().optional(),
      status: z.enum(OBJECTIVE_STATUSES).optional(),
      note: z.string().optional(),
      approach: z.string().optional().describe("An approach that was tried."),
      result: z.string().default("").describe("Its result."),
    }),
    isReadOnly: false,
    run: async ({ file, objective, status, note, approach, result }) => {
      const present = await readProgress(project, file);
      if (objective === undefined && approach === undefined) return { text: describeRest(present) };
      const change = {
        ...(objective === undefined ? {} : { objective }),
        ...(status === undefined ? {} : { status }),
        ...(note === undefined ? {} : { note }),
        ...(approach === undefined ? {} : { approach: { approach, result } }),
      };
      const next = reviseProgress(present, change, new Date().toISOString());
      await project.write(dirname(file), basename(file), `${JSON.stringify(next, null, 2)}\n`);
      return { text: `${file} is updated. ${describeRest(next)}` };
    },
  });
  addTool(server, {
    name: "finish_partial",
    title: "Finish with a partial result",
    description:
      "Writes .return-meta.json: you hand off because your context is full. Write the handoff document first.",
    input: z.object({
      handoff: z.string().describe("Path of your handoff document, from the project's root."),
      used: USED,
      window: WINDOW,
      progress: PROGRESS.optional(),
      result: z.string().optional().describe("Result file of the phase, which gets a mark."),
      folder: z.string().default(".").describe("Folder for .return-meta.json."),
      agent: z.string().optional(),
      session: z.string().optional(),
    }),
    isReadOnly: false,
    run: async ({ handoff, used, window, progress, result, folder, agent, session }) => {
      await project.read(handoff);
      const objectives =
        progress === undefined ? null : listObjectives(await readProgress(project, progress));
      const counts = objectives && {
        completed: objectives.filter(({ isDone }) => isDone).length,
        total: objectives.length,
      };
      const completed_at = new Date().toISOString();
      const partial = partialResult(handoff, used / window, counts ?? undefined);
      const metadata = {
        ...(session === undefined ? {} : { session_id: session }),
        ...(agent === undefined ? {} : { agent_type: agent }),
      };
      const { details } = partial.partial_progress;
      if (result !== undefined) {
        const { path } = await project.openFolder(dirname(result));
        await project.read(result);
        await markPhaseResult(join(path, basename(result)), {
          handoffPath: handoff,
          markedAt: completed_at,
          details,
        });
      }
      const text = JSON.stringify({ ...partial, completed_at, metadata }, null, 2);
      await project.write(folder, ".return-meta.json", `${text}\n`);
      return { text: `${join(folder, ".return-meta.json")} is written: partial, ${details}` };
    },
  });
  addTool(server, {
    name: "archive_handoffs",
    title: "Archive handoff documents",
    description: "Moves the handoff documents of completed phases to handoffs/archive. Replaces nothing.",
    input: z.object({
      folder: z.string().default(".").describe("Task folder, with handoffs/ and progress/."),
    }),
    isReadOnly: false,
    run: async ({ folder }) => {
      const { path } = await project.openFolder(folder);
      const moved = await archiveCompletedHandoffs(path);
      return {
        text: moved.length === 0 ? "No phase with a handoff document is complete." : moved.join("\n"),
      };
    },
  });
  addTool(server, {
    name: "offload_text",
    title: "Offload a text",
    description: "Keeps a large text in a file of the project, and returns its replacement in your context.",
    input: z.object({ text: z.string().min(1) }),
    isReadOnly: false,
    run: async ({ text }) => {
      await project.write(OFFLOADED, ".gitignore", "*\n");
      const { path } = await project.openFolder(OFFLOADED);
      const offloaded = await offloadText(path, text);
      return { text: renderOffloaded({ ...offloaded, path: project.relate(offloaded.path) }) };
    },
  });
}

async function readProgress(project: Project, file: string): Promise<Progress> {
  const read = parseProgress(await project.read(file));
  if (read.ok) return read.progress;
  throw new ToolError(`${file} is invalid: ${read.findings.map(({ message }) => message).join("; ")}.`);
}

function describeRest(progress: Progress): string {
  const left = listObjectives(progress).filter(({ isDone }) => !isDone);
  const { by, remaining } = continuation(left);
  if (remaining === 0) return "Nothing remains.";
  const who = by === "successor" ? "start a new agent" : "the lead continues";
  const rows = left.map(({ id, status, description }) => `- ${id}. ${description} (${status})`);
  return [`${remaining} remain: ${who}.`, ...rows].join("\n");
}
