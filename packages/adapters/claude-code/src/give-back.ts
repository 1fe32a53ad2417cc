import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSurvival,
  readClaudeCodeConversation,
  reportLoss,
  SurvivalContract,
} from "@baton/core/compaction";
import { countTokens } from "@baton/core/tokens";
import { readLastLines, withFile } from "./file-tail";
import { commonFields, type HookEvent } from "./hook-event";
import { transcriptOf } from "./hook-input";
import { contextFor, type HookOutput } from "./hook-output";

/** Facts that must survive every compaction of a project. */
const CONTRACT_FILE = join(".baton", "survival_contract.json");
/** The end of a transcript; comparing more would take longer than a hook may. */
const TAIL_BYTES = 2 * 1024 * 1024;
const MAX_TOKENS = 1_000;

/**
 * Gives back what the last compaction lost, in at most 1,000 tokens: the facts of the survival contract, or
 * without one the decisions and instructions of the conversation. Does so once per compaction, as soon as the
 * transcript has its summary.
 */
export function giveBack(event: HookEvent): HookOutput | null {
  const lost = findLost(event);
  if (lost === null) return null;
  let text: string | null = null;
  let lines = "The summary of this conversation lacks these facts of the part before it:";
  let count = 0;
  for (const fact of lost) {
    lines += `\n- ${fact.replace(/\s+/g, " ").trim()}`;
    if (Buffer.byteLength(lines) > MAX_TOKENS && countTokens(lines) > MAX_TOKENS) break;
    text = lines;
    count += 1;
  }
  event.log.append({ ...commonFields("facts_given_back", event), lost: lost.length, given_back: count });
  return contextFor(event.input.hook_event_name ?? "", text);
}

/** Returns the lost facts; null if the transcript does not have the compaction yet. */
function findLost({ input, project }: HookEvent): readonly string[] | null {
  const path = transcriptOf(input);
  if (path === undefined) return null;
  const { messages, compactions } = readClaudeCodeConversation(parseLines(path));
  const last = compactions.at(-1);
  if (!last || last.summary === null) return null;
  const contract = readContract(project);
  if (contract) return checkSurvival(contract, last.summary).missing;
  const start = compactions.at(-2)?.messagesBefore ?? 0;
  const { decisions, instructions } = reportLoss(messages.slice(start, last.messagesBefore), last.summary);
  return [...instructions.gone, ...decisions.gone];
}

function* parseLines(path: string): Generator<unknown> {
  for (const line of readTail(path)) {
    try {
      yield JSON.parse(line);
    } catch {
      // The host writes while this reads.
    }
  }
}

/** An unreadable transcript has no lines. */
function readTail(path: string): string[] {
  try {
    return withFile(path, (file) => readLastLines(file, TAIL_BYTES));
  } catch {
    return [];
  }
}

function readContract(project: string): SurvivalContract | null {
  try {
    return SurvivalContract.parse(JSON.parse(readFileSync(join(project, CONTRACT_FILE), "utf8")));
  } catch {
    return null;
  }
}
