import { adviseHandoff, continuation, listObjectives, parseProgress } from "@baton/core/handoff-document";
import { countOf } from "@baton/core/internal";
import type { Command } from "commander";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { wholeNumber } from "./whole-number";

interface AdviseOptions {
  used: number;
  window: number;
  toolCalls: number;
  touched: number;
  finished?: true;
  reads: Map<string, number>;
  progress?: string;
  json?: true;
}

const VERDICTS = {
  go_on: "Go on.",
  advise: "Hand off at the next opportunity.",
  write: "Write a handoff document now.",
} as const;

/** `baton handoff advise`: decide if an agent should hand off, and who continues. */
export function registerHandoffAdvise(handoff: Command): void {
  handoff
    .command("advise")
    .summary("decide if an agent should hand off, and who continues")
    .description(
      "Decide if an agent should hand off: advised from 80 % of its window, after a finished objective and at the third read of a file; required from 85 %. With --progress, also who continues.",
    )
    .requiredOption("--used <tokens>", "tokens in its context", wholeNumber)
    .option("--window <tokens>", "its context window", wholeNumber, 200_000)
    .option("--tool-calls <count>", "tool calls since its last handoff", wholeNumber, 0)
    .option("--touched <count>", "objectives it worked on since then", wholeNumber, 0)
    .option("--finished", "it just finished an objective")
    .option("--reads <count=file>", "reads of a file; repeatable", addRead, new Map<string, number>())
    .option("--progress <file>", "the progress file of the phase (phase-{P}-progress.json)")
    .option(...JSON_OPTION)
    .action(advise);
}

function addRead(text: string, reads: Map<string, number>): Map<string, number> {
  const [count = "", ...path] = text.split("=");
  return new Map([...reads, [path.join("="), wholeNumber(count)]]);
}

async function advise(options: AdviseOptions): Promise<void> {
  const { used, window, toolCalls, touched, finished, reads, progress: path, json } = options;
  const advice = adviseHandoff({
    usedTokens: used,
    windowTokens: window,
    objectivesTouched: touched,
    toolCalls,
    hasFinishedObjective: finished === true,
    fileReads: reads,
  });
  const read = path === undefined ? null : parseProgress((await readTextInput(path)).text);
  if (read && !read.ok) return refuse(path ?? "", read.findings, { json });
  const next = read ? continuation(listObjectives(read.progress)) : null;
  const { action, reasons, isHeldBack } = advice;
  if (json) {
    const held = { action, reasons, is_held_back: isHeldBack };
    return printJson(next ? { ...held, continuation: next } : held);
  }
  const why = reasons.length > 0 ? ` ${capitalize(reasons.join("; "))}.` : "";
  const held = isHeldBack ? " But there is too little work since the last handoff." : "";
  printText([`${VERDICTS[action]}${why}${held}`, ...(next ? [describeContinuation(next)] : [])].join("\n"));
}

/** Formats who continues as a sentence. */
export function describeContinuation({ by, remaining }: ReturnType<typeof continuation>): string {
  const left = countOf(remaining, "objective remains", "objectives remain");
  if (remaining === 0) return "Nothing remains.";
  return by === "successor" ? `${left}: start a new agent.` : `${left}: the lead continues.`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
