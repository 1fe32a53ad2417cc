import type { ConversationItem } from "./conversation-item";

/** Moves each result to its call, if the call is among the earlier items; the others stay items. */
export function pairResults(items: readonly ConversationItem[]): ConversationItem[] {
  const calls = new Map<string, number>();
  const paired: ConversationItem[] = [];
  for (const item of items) {
    const index = item.kind === "result" && item.callId !== null ? calls.get(item.callId) : undefined;
    const call = index === undefined ? undefined : paired[index];
    if (item.kind === "result" && index !== undefined && call?.kind === "call" && call.result === null) {
      const { output, isError, at } = item;
      paired[index] = { ...call, result: { output, isError, at } };
      continue;
    }
    if (item.kind === "call" && item.callId !== null) calls.set(item.callId, paired.length);
    paired.push(item);
  }
  return paired;
}
