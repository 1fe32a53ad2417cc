import { suggestNextStep } from "./advice";
import { announceCompaction, noteCompaction } from "./compaction-hooks";
import { updateContextWindows } from "./context-windows";
import { type Count, countNow } from "./count-later";
import { readHostProject } from "./env";
import type { HookEvent } from "./hook-event";
import { parseHookInput } from "./hook-input";
import { HookLog } from "./hook-log";
import { contextFor, type HookOutput } from "./hook-output";
import { sumUpLog } from "./logged-state";
import { tellOfRepeatedRead } from "./repeated-reads";
import { noteSubagentStart, noteSubagentStop } from "./subagent-hooks";
import { noteToolCall } from "./tool-hooks";

export interface HookCall {
  /** Standard input from the host: an event, with its name in `hook_event_name`. */
  input: string;
  /** Folder in which the command was started; used as project if the host names none. */
  workingDirectory: string;
  /**
   * Context window of the model in tokens; by default the one that the named server sets, then the one Claude Code
   * reports, otherwise 200,000.
   */
  windowTokens?: number | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** Counts the tokens of texts; in this process by default. */
  count?: Count | undefined;
}

type Answer = (event: HookEvent) => HookOutput | null | Promise<HookOutput | null>;

/** The answer to each event. What needs a policy or reads documents is loaded on demand. */
const ANSWERS = new Map<string, Answer>([
  ["PreToolUse", async (event) => (await import("./decide-handoff")).decideHandoff(event)],
  ["PostToolUse", answerToolCall],
  ["PostToolUseFailure", answerToolCall],
  [
    "SubagentStart",
    async (event) => {
      noteSubagentStart(event);
      return (await import("./offer-documents")).listDocuments(event);
    },
  ],
  [
    "SubagentStop",
    async (event) => {
      await noteSubagentStop(event);
      return null;
    },
  ],
  [
    "PreCompact",
    (event) => {
      announceCompaction(event);
      return null;
    },
  ],
  ["PostCompact", noteCompaction],
  [
    "SessionStart",
    async (event) => {
      if (event.input.source === "compact") return noteCompaction(event);
      await updateContextWindows(event.project);
      return (await import("./offer-documents")).offerHandoff(event);
    },
  ],
  [
    "UserPromptSubmit",
    async (event) => {
      await updateContextWindows(event.project);
      return giveBack(event);
    },
  ],
]);

/** The events of Claude Code that Baton answers. */
export const HOOK_EVENTS: readonly string[] = [...ANSWERS.keys()];

/** Events whose answer matters more than their record: a log that cannot be opened changes no decision. */
const DECIDING = new Set(["PreToolUse"]);

async function answerToolCall(event: HookEvent): Promise<HookOutput | null> {
  await noteToolCall(event);
  const lost = event.input.agent_id === undefined ? await giveBack(event) : null;
  const given = lost ?? tellOfRepeatedRead(event);
  const suggested = suggestNextStep(event);
  if (given === null || suggested === null) return given ?? suggested;
  const texts = [given, suggested].flatMap(
    ({ hookSpecificOutput }) => hookSpecificOutput?.additionalContext ?? [],
  );
  return { ...given, ...suggested, ...contextFor(event.input.hook_event_name ?? "", texts.join("\n\n")) };
}

async function giveBack(event: HookEvent): Promise<HookOutput | null> {
  if (!sumUpLog(event.log.readLines()).owesFacts) return null;
  return (await import("./give-back")).giveBack(event);
}

/**
 * Answers an event of Claude Code, and records it in `.claude/logs/` of its project: sizes and names, never
 * content.
 *
 * @returns what to print; null without an answer. Ignores input that is not from the host.
 * @throws if the log cannot be written; the caller hides that from the host.
 */
export async function runHook(call: HookCall): Promise<HookOutput | null> {
  const input = parseHookInput(call.input);
  const { session_id: session, hook_event_name: name = "", cwd } = input;
  const answer = ANSWERS.get(name);
  if (!answer || session === undefined) return null;
  const project = readHostProject() ?? cwd ?? call.workingDirectory;
  const log = openLog(project, session, name);
  try {
    const { windowTokens, now, count = countNow } = call;
    return await answer({ input, log, project, windowTokens, now, count });
  } finally {
    log.close();
  }
}

function openLog(project: string, session: string, name: string): HookLog {
  try {
    return HookLog.open(project, session);
  } catch (error) {
    if (DECIDING.has(name)) return HookLog.without();
    throw error;
  }
}
