import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AgentId } from "@baton/core";
import { countOf } from "@baton/core/internal";
import { SessionWriter } from "@baton/core/node";
import { WorkflowLog, WorkflowStartEvent } from "@baton/core/session";
import { type Command, InvalidArgumentError } from "commander";
import { v7 as uuidv7 } from "uuid";
import { CommandError, misuse } from "../command-error";
import { locateManifest, locateProject } from "../manifest-place";
import { createNowOption } from "../now-option";
import { formatCount, JSON_OPTION, printJson, printText } from "../output";
import { type HandoffStep, measureManifests, readHandoffs } from "./workflow-context/handoff-steps";

interface Options {
  project: string;
  now?: number;
  json?: true;
}
interface StartOptions extends Options {
  name: string;
  agents: string[];
}
interface HandoffOptions extends Options {
  from: string;
  to: string;
}

/** `baton workflow …`: record a workflow in a session file, for agents in any language. */
export function registerWorkflow(program: Command): void {
  const workflow = program
    .command("workflow")
    .summary("record a workflow and its handoffs of manifests")
    .description(
      "Record a workflow and its handoffs of manifests in sessions/{id}.jsonl of the project. Sizes are counted from the files.",
    );
  const add = (name: string, summary: string) =>
    workflow
      .command(name)
      .summary(summary)
      .description(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`)
      .argument("<id>", "the ID of the workflow", workflowId)
      .option("--project <folder>", "project with a folder artifacts", ".")
      .addOption(createNowOption("the time of the event"))
      .option(...JSON_OPTION);
  add("start", "record the start of a workflow")
    .requiredOption("--name <text>", "name of the project")
    .requiredOption("--agents <id...>", "the planned agents, in order")
    .action(start);
  add("handoff", "record that an agent hands manifests to the next")
    .argument("<manifest...>", "manifests, their folders or addresses")
    .requiredOption("--from <agent>", "the agent that ends")
    .requiredOption("--to <agent>", "the agent that continues")
    .action(handOff);
  add("complete", "record the end of a workflow, with its totals")
    .option("--failed", "the workflow did not succeed")
    .action(complete);
}

function workflowId(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text)) return text;
  throw new InvalidArgumentError("It has letters, digits, dots, underscores and hyphens.");
}

function sessionPath(root: string, id: string): string {
  return join(root, "sessions", `${id}.jsonl`);
}

/** Opens the log of a workflow; events are written from `record` on. */
function openLog(root: string, id: string, { startedAt, now }: { startedAt: number; now: number }) {
  const writer = new SessionWriter({ path: sessionPath(root, id) });
  let [isRecording, time] = [false, startedAt];
  const log = new WorkflowLog({
    workflowId: id,
    sessionId: id,
    now: () => time,
    newId: uuidv7,
    write: async (event) => {
      if (isRecording) await writer.append(event);
    },
    log: (message) => {
      throw new CommandError(`${message}.`);
    },
  });
  const record = () => {
    [isRecording, time] = [true, now];
  };
  return { log, record };
}

async function start(
  id: string,
  { project, name, agents, now = Date.now(), json }: StartOptions,
): Promise<void> {
  const root = await locateProject(project);
  if ((await readStart(root, id)) !== null)
    throw new CommandError(`${id} has started already. Name another ID.`);
  const { log, record } = openLog(root, id, { startedAt: now, now });
  record();
  await log.start({ projectName: name, agentPlan: agents });
  if (json) printJson({ workflow_id: id, file: sessionPath(root, id) });
  else printText(`${id} is recorded in ${sessionPath(root, id)}.`);
}

async function handOff(
  id: string,
  manifests: string[],
  { project, from, to, now = Date.now(), json }: HandoffOptions,
): Promise<void> {
  for (const agent of [from, to]) {
    if (!AgentId.safeParse(agent).success) throw misuse(`“${agent}” is not the ID of an agent.`);
  }
  const root = await locateProject(project);
  const startedAt = await requireStart(root, id);
  const measured = await measureManifests(root);
  const steps: HandoffStep[] = [];
  for (const path of manifests) {
    const place = await locateManifest(path, path.startsWith("artifact://") ? project : undefined);
    const own = relative(root, join(place.directory, "manifest.json")).split(sep).join("/");
    const step = measured.find(({ artifacts }) => artifacts.includes(own));
    if (!step)
      throw new CommandError(`${path} is not a valid manifest of this project. Run baton validate-manifest.`);
    steps.push(step);
  }
  const sum = (size: (step: HandoffStep) => number | null) =>
    steps.reduce<number | null>((total, step) => {
      const next = size(step);
      return total === null || next === null ? null : total + next;
    }, 0);
  const handoff = {
    fromAgent: from,
    toAgent: to,
    manifestTokens: sum(({ manifestTokens }) => manifestTokens) ?? 0,
    requiredTokens: sum(({ requiredTokens }) => requiredTokens) ?? 0,
    fullTokens: sum(({ fullTokens }) => fullTokens),
    artifacts: steps.flatMap(({ artifacts }) => artifacts),
  };
  const { log, record } = openLog(root, id, { startedAt, now });
  record();
  await log.handOff(handoff);
  const tokens = handoff.manifestTokens + handoff.requiredTokens;
  if (json) printJson({ workflow_id: id, from, to, artifacts: handoff.artifacts, total_tokens: tokens });
  else printText(`${from} → ${to}: ${formatCount(tokens)} tokens.`);
}

async function complete(
  id: string,
  { project, failed, now = Date.now(), json }: Options & { failed?: true },
): Promise<void> {
  const root = await locateProject(project);
  const { log, record } = openLog(root, id, { startedAt: await requireStart(root, id), now });
  for (const step of await readHandoffs(root, id, await measureManifests(root))) await log.handOff(step);
  record();
  const success = failed !== true;
  const { handoffCount, totalTokens } = await log.complete({ success });
  if (json) return printJson({ workflow_id: id, success, handoffs: handoffCount, total_tokens: totalTokens });
  printText(`${id}: ${countOf(handoffCount, "handoff")}, ${countOf(totalTokens, "token")}.`);
}

async function requireStart(root: string, id: string): Promise<number> {
  const startedAt = await readStart(root, id);
  if (startedAt !== null) return startedAt;
  throw new CommandError(`${id} has not started in ${root}. Run baton workflow start first.`);
}

/** Returns the start of a workflow in milliseconds since 1970; null if it has not started. */
async function readStart(root: string, id: string): Promise<number | null> {
  const text = await readFile(sessionPath(root, id), "utf8").catch(() => "");
  for (const line of text.split("\n")) {
    const time = line.includes("workflow_start") ? parseStart(line) : null;
    if (time !== null) return time;
  }
  return null;
}

function parseStart(line: string): number | null {
  try {
    const event = WorkflowStartEvent.safeParse(JSON.parse(line)).data;
    const time = Date.parse(event?.timestamp ?? "");
    return Number.isNaN(time) ? null : time;
  } catch {
    return null;
  }
}
