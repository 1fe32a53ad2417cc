import type { Policy } from "@baton/core";
import { type CoveredPair, coverPairs, type PairTraffic } from "@baton/server/policy";

/** Traffic of a pair in a period; sizes in tokens. */
export interface Traffic extends PairTraffic {
  readonly beforeTokens: number;
  readonly savedTokens: number;
  readonly summarizerTokens: number;
}

export interface CoverageGrid {
  /** The agents with most handoffs; the grid omits and counts the others. */
  readonly agents: readonly string[];
  readonly agentCount: number;
  /** A row per sender, in the order of `agents`; null on the diagonal without traffic. */
  readonly rows: readonly {
    readonly agent: string;
    readonly cells: readonly (CoveredPair<Traffic> | null)[];
    readonly handedOn: number;
  }[];
  readonly received: readonly number[];
  /** Every pair with traffic and no rule, busiest first, including agents that the grid omits. */
  readonly uncovered: readonly CoveredPair<Traffic>[];
  readonly pairCount: number;
  readonly handoffs: number;
}

/** More agents draw slowly. */
const MAX_AGENTS = 60;

/** Orders of the agents: senders before receivers, by name, by handoffs, and by handoffs without a rule. */
export const COVERAGE_ORDERS = ["flow", "name", "handoffs", "gaps"] as const;
export type CoverageOrder = (typeof COVERAGE_ORDERS)[number];

/**
 * Computes the rule that would apply to each pair of agents.
 *
 * @param view.find part of a name: only pairs with such an agent, and their agents.
 */
export function layCoverage(
  policy: Policy,
  all: readonly Traffic[],
  now: number,
  { find = "", order = "flow" }: { find?: string; order?: CoverageOrder } = {},
): CoverageGrid {
  const letters = find.trim().toLowerCase();
  const traffic = all.filter(({ from, to }) =>
    [from, to].some((agent) => agent.toLowerCase().includes(letters)),
  );
  const sums = new Map<string, number>();
  for (const { from, to, handoffs } of traffic) {
    sums.set(from, (sums.get(from) ?? 0) + handoffs);
    sums.set(to, (sums.get(to) ?? 0) + handoffs);
  }
  const busiest = [...sums].sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0])).slice(0, MAX_AGENTS);
  const shown = busiest.map(([agent]) => agent);
  const known = new Map(traffic.map((pair) => [keyOf(pair), pair]));
  const idle = shown.flatMap((from) =>
    shown
      .filter((to) => to !== from && !known.has(keyOf({ from, to })))
      .map(
        (to): Traffic => ({ from, to, handoffs: 0, beforeTokens: 0, savedTokens: 0, summarizerTokens: 0 }),
      ),
  );
  const covered = coverPairs(policy, [...traffic, ...idle], { now });
  const cellOf = new Map(covered.map((cell) => [keyOf(cell.pair), cell]));
  const agents = orderAgents(shown, order, traffic, covered);
  const rows = agents.map((from) => ({
    agent: from,
    cells: agents.map((to) => cellOf.get(keyOf({ from, to })) ?? null),
    handedOn: sumOf(traffic.filter((pair) => pair.from === from)),
  }));
  return {
    agents,
    agentCount: sums.size,
    rows,
    received: agents.map((to) => sumOf(traffic.filter((pair) => pair.to === to))),
    uncovered: covered
      .filter(({ isUncovered }) => isUncovered)
      .sort((a, b) => b.pair.handoffs - a.pair.handoffs),
    pairCount: traffic.length,
    handoffs: sumOf(traffic),
  };
}

function orderAgents(
  agents: readonly string[],
  order: CoverageOrder,
  traffic: readonly Traffic[],
  covered: readonly CoveredPair<Traffic>[],
): readonly string[] {
  if (order === "flow") return orderByFlow(agents, traffic);
  if (order === "handoffs") return agents;
  const byName = agents.toSorted(compareNames);
  if (order === "name") return byName;
  const gaps = new Map<string, number>();
  for (const { pair, isUncovered } of covered) {
    if (!isUncovered) continue;
    for (const agent of [pair.from, pair.to]) gaps.set(agent, (gaps.get(agent) ?? 0) + pair.handoffs);
  }
  return byName.toSorted((a, b) => (gaps.get(b) ?? 0) - (gaps.get(a) ?? 0));
}

/** Puts agents that send more than they receive first, so that most traffic is above the diagonal. */
function orderByFlow(agents: readonly string[], traffic: readonly Traffic[]): string[] {
  const shareHandedOn = (agent: string) => {
    const handedOn = sumOf(traffic.filter(({ from }) => from === agent));
    const received = sumOf(traffic.filter(({ to }) => to === agent));
    return handedOn / Math.max(1, handedOn + received);
  };
  return agents.toSorted((a, b) => shareHandedOn(b) - shareHandedOn(a));
}

/** Compares names so that agent-2 comes before agent-10. */
function compareNames(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function sumOf(pairs: readonly Traffic[]): number {
  return pairs.reduce((sum, { handoffs }) => sum + handoffs, 0);
}

function keyOf({ from, to }: { from: string; to: string }): string {
  return JSON.stringify([from, to]);
}
