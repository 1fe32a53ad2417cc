import { BlockLedger } from "../src/lineage/block-ledger";
import type { HandoffPlace, Leak } from "../src/lineage/leak";
import { LeakTracer } from "../src/lineage/leak-traces";
import type { OutlinedHandoff } from "../src/lineage/outlined-handoff";
import { PolicyBlocks } from "../src/lineage/policy-blocks";

/** The leaks of a session whose handoffs are in order, as ingest finds them, with the handoff of each. */
export function findLeaks(
  handoffs: readonly OutlinedHandoff[],
  blocks = new PolicyBlocks(),
): (Leak & { eventId: string })[] {
  const tracer = new LeakTracer();
  const ledger = new BlockLedger();
  return handoffs.flatMap((handoff, index) => {
    const { blocked, passed } = tracer.trace(handoff, blocks);
    const { eventId, fromAgent, ruleId } = handoff;
    ledger.add({ place: placeOf(index), sessionId: "s", eventId, fromAgent, ruleId }, blocked);
    return ledger.findLeaks(placeOf(index), passed).map((leak) => ({ ...leak, eventId }));
  });
}

function placeOf(index: number): HandoffPlace {
  return { occurredAt: index, sourceFileId: 1, generation: 0, sequence: index, ordinal: 0 };
}
