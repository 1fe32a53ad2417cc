import { REMOVED } from "../scoping/removed";
import type { RemovedPaths } from "../scoping/removed-paths";
import { causeOfRemoval, leftOf, removePart } from "./history-values";
import type { History, HistoryMessage, HistoryPart, ToolPair } from "./read-history";

/** Parts of a history that stay for the sake of their partners. */
export interface Attached {
  /** Calls whose result passes but whose arguments do not: they stay without arguments. */
  readonly emptyCalls: ReadonlySet<HistoryPart>;
  /** Items whose reasoning does not pass, so that they must not refer to it. */
  readonly withoutReasoning: ReadonlySet<HistoryPart>;
}

/**
 * Keeps or drops together what providers reject apart: tool calls and their results, reasoning and the items
 * that follow from it. Also drops a provider's own data of a message that changed, because it can repeat what
 * was removed. What was incomplete before stays so.
 */
export function keepTogether(history: History, removed: RemovedPaths): Attached {
  const emptyCalls = new Set<HistoryPart>();
  for (const pair of history.pairs) {
    for (const call of keepPair(pair, removed)) emptyCalls.add(call);
  }
  const isGone = (part: HistoryPart) => leftOf(part) === REMOVED && !emptyCalls.has(part);
  const withoutReasoning = keepReasoning(history, removed, isGone);
  for (const message of history.messages) dropExtras(message, removed, isGone);
  return { emptyCalls, withoutReasoning };
}

/** Returns the calls that stay without their arguments. */
function keepPair({ calls, results }: ToolPair, removed: RemovedPaths): HistoryPart[] {
  const goneCalls = calls.filter((call) => leftOf(call) === REMOVED);
  if (results.length === 0) return [];
  const isAnswered = results.some((result) => leftOf(result) !== REMOVED);
  const isOnlyUnlisted = goneCalls.every((call) => {
    const cause = causeOfRemoval(call);
    return cause === "not_allowed" || cause === "extracted";
  });
  if (isAnswered && isOnlyUnlisted) return goneCalls;
  if (isAnswered || goneCalls.length < calls.length) {
    for (const part of [...calls, ...results]) removePart(part, "dropped", removed);
  }
  return [];
}

/** Returns the items that lost their reasoning. */
function keepReasoning(
  { messages }: History,
  removed: RemovedPaths,
  isGone: (part: HistoryPart) => boolean,
): Set<HistoryPart> {
  const without = new Set<HistoryPart>();
  let reasoning: HistoryPart[] = [];
  let followers: HistoryPart[] = [];
  const finish = () => {
    const [first] = followers;
    if (first !== undefined && isGone(first)) {
      for (const part of reasoning) removePart(part, "dropped", removed);
    }
    if (reasoning.some(isGone)) for (const part of followers) without.add(part);
    reasoning = [];
    followers = [];
  };
  const parts = messages.flatMap((message) => message.parts).filter(({ slot }) => slot.kind !== "extra");
  for (const part of parts) {
    const [first] = reasoning;
    const isOthers = first !== undefined && nameOf(first) !== nameOf(part);
    if (isOthers || part.slot.pair === "result" || (part.slot.kind === "reasoning" && followers.length > 0))
      finish();
    if (part.slot.kind === "reasoning") reasoning.push(part);
    else if (reasoning.length > 0) followers.push(part);
  }
  finish();
  return without;
}

function nameOf({ owner }: HistoryPart): string {
  return owner.kind === "agent" ? `agent ${owner.agent}` : owner.kind;
}

function dropExtras(
  { parts }: HistoryMessage,
  removed: RemovedPaths,
  isGone: (part: HistoryPart) => boolean,
): void {
  const content = parts.filter(({ slot }) => slot.kind !== "extra");
  const isChanged = content.some((part) => part.steps.length > 0 || isGone(part));
  if (!isChanged) return;
  for (const part of parts) if (part.slot.kind === "extra") removePart(part, "dropped", removed);
}
