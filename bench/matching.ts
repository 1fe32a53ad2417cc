import { createPolicyIndex, type HandoffRule, matchRule, Policy } from "@baton/core";
import { type BenchRow, createSequence, timeInTurns } from "./bench-row";

const AGENTS = 200;
const PAIRS = 1_000;
const REPEATS = 10;
const ROUNDS = 101;
const NOW = Date.UTC(2026, 0, 2);

/** Choosing the rule for a handoff between two of 200 agents among 1,000 and 10,000 rules, beside `filter` and `sort`. */
export function benchMatching(): BenchRow[] {
  const small = createCase(1_000);
  const large = createCase(10_000);
  const matching = new Map([
    ["1,000 rules", () => repeat(small.match)],
    ["10,000 rules", () => repeat(large.match)],
  ]);
  // By themselves: going through all rules would drive the index out of the caches that it lives in.
  const naive = new Map([["filter and sort, 1,000 rules", () => repeat(small.matchNaively)]]);
  const times = new Map([...timeInTurns(matching, ROUNDS), ...timeInTurns(naive, 5)]);
  const microseconds = (name: string) => ((times.get(name) ?? Number.NaN) / PAIRS / REPEATS) * 1_000;
  const figures = Object.fromEntries([...times.keys()].map((name) => [name, microseconds(name)]));
  const growth = microseconds("10,000 rules") / microseconds("1,000 rules");
  return [
    {
      what: "choosing among 1,000 rules",
      figures,
      unit: "µs at the median",
      goal: "≤ 2 µs",
      isMet: microseconds("1,000 rules") <= 2,
    },
    {
      what: "choosing among 10,000 rules, beside 1,000",
      figures: { "10,000 to 1,000": growth },
      unit: "× the time",
      goal: "≤ 1.5 ×",
      isMet: growth <= 1.5,
    },
  ];
}

function createCase(rules: number) {
  const next = createSequence();
  const agents = Array.from({ length: AGENTS }, (_, index) => `agent_${index}`);
  const pick = () => (next(10) === 0 ? "*" : (agents[next(agents.length)] ?? "*"));
  const policy = Policy.parse({
    agent_handoff_rules: Array.from({ length: rules }, () => ({
      from_agent_id: pick(),
      to_agent_id: pick(),
    })),
  });
  const index = createPolicyIndex(policy);
  const pairs = Array.from(
    { length: PAIRS },
    () => [agents[next(agents.length)] ?? "", agents[next(agents.length)] ?? ""] as const,
  );
  return {
    match: () => {
      for (const [from, to] of pairs) matchRule(index, from, to, { now: NOW });
    },
    matchNaively: () => {
      for (const [from, to] of pairs) matchNaively(policy.agent_handoff_rules, from, to);
    },
  };
}

function repeat(run: () => void): void {
  for (let count = 0; count < REPEATS; count += 1) run();
}

function matchNaively(rules: readonly HandoffRule[], from: string, to: string): HandoffRule | undefined {
  const weigh = ({ from_agent_id, to_agent_id }: HandoffRule) =>
    (from_agent_id === "*" ? 0 : 2) + (to_agent_id === "*" ? 0 : 1);
  return rules
    .filter(
      ({ from_agent_id, to_agent_id }) =>
        (from_agent_id === "*" || from_agent_id === from) && (to_agent_id === "*" || to_agent_id === to),
    )
    .sort((a, b) => weigh(b) - weigh(a))[0];
}
