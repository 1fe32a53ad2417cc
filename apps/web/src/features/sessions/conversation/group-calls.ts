import type { ConversationItem, ItemOf } from "@baton/server/conversation/item";

/** Calls of one tool in a row that succeeded. */
export interface CallGroup {
  tool: string;
  calls: readonly [ItemOf<"call">, ...ItemOf<"call">[]];
}

/** Fewer calls are as easy to read one by one. */
const GROUPED_FROM = 4;

/** Groups successful calls of the same tool by the same agent that follow each other; other items stay as they are. */
export function groupCalls(items: readonly ConversationItem[]): (ConversationItem | CallGroup)[] {
  const runs: ConversationItem[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.[0] && isSameCall(run[0], item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run): (ConversationItem | CallGroup)[] => {
    const [first, ...others] = run.filter((item) => item.kind === "call");
    return first && run.length >= GROUPED_FROM ? [{ tool: first.tool, calls: [first, ...others] }] : run;
  });
}

function isSameCall(one: ConversationItem, other: ConversationItem): boolean {
  return (
    one.kind === "call" &&
    other.kind === "call" &&
    one.tool === other.tool &&
    one.agentId === other.agentId &&
    [one, other].every(({ result }) => result?.isError === false)
  );
}
