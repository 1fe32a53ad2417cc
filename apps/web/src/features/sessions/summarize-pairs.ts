import { passedTokens } from "./handoff/observed";
import type { NumberedHandoff } from "./select-handoffs";

/** Handoffs from one agent to another. */
interface PairSummary {
  handoffs: number;
  /** Tokens after; null if no handoff of the pair has a size. */
  tokens: number | null;
  /** Handoffs with a leak or a policy violation. */
  problems: number;
}

export interface PairMatrix {
  /** Senders and receivers, most handoffs first. */
  senders: readonly string[];
  receivers: readonly string[];
  /** Numbers of all senders and receivers. */
  senderCount: number;
  receiverCount: number;
  /** Pairs by sender, then receiver. */
  cells: ReadonlyMap<string, ReadonlyMap<string, PairSummary>>;
  /** Handoffs of the busiest pair. */
  most: number;
}

/** Sums the handoffs of a session by pair, for the busiest `limit` senders and receivers. */
export function summarizePairs(
  handoffs: readonly NumberedHandoff[],
  hasProblem: (eventId: string) => boolean,
  limit: number,
): PairMatrix {
  const cells = new Map<string, Map<string, PairSummary>>();
  const [sent, received] = [new Map<string, number>(), new Map<string, number>()];
  for (const handoff of handoffs) {
    const { fromAgent: from, toAgent: to, eventId } = handoff;
    sent.set(from, (sent.get(from) ?? 0) + 1);
    received.set(to, (received.get(to) ?? 0) + 1);
    const row = cells.get(from) ?? new Map<string, PairSummary>();
    cells.set(from, row);
    const cell = row.get(to) ?? { handoffs: 0, tokens: null, problems: 0 };
    row.set(to, cell);
    cell.handoffs += 1;
    cell.problems += hasProblem(eventId) ? 1 : 0;
    const tokens = passedTokens(handoff);
    if (tokens !== null) cell.tokens = (cell.tokens ?? 0) + tokens;
  }
  const all = [...cells.values()].flatMap((row) => [...row.values()]);
  return {
    senders: busiest(sent, limit),
    receivers: busiest(received, limit),
    senderCount: sent.size,
    receiverCount: received.size,
    cells,
    most: all.reduce((most, cell) => Math.max(most, cell.handoffs), 0),
  };
}

function busiest(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b, "en", { numeric: true }))
    .slice(0, limit)
    .map(([agent]) => agent);
}
