import type { HandoffMode } from "@baton/core";
import { createSequence } from "../bench/bench-row";

const AGENTS = [
  "intake",
  "triage",
  "research",
  "coverage",
  "fraud",
  "pricing",
  "legal",
  "summary",
  "planner",
  "coder",
  "reviewer",
  "tester",
  "security",
  "docs",
  "release",
  "support",
  "billing",
  "translation",
  "compliance",
  "retrieval",
  "analysis",
  "forecast",
  "scheduler",
  "notifier",
];
const MODELS = ["claude-sonnet-4-5", "claude-haiku-4-5", "gpt-5", "gpt-5-mini", "gemini-2.5-pro"];
const SUBAGENTS = ["code-reviewer", "test-writer", "researcher", "doc-writer", "migration-planner"];
const PAIRS = 140;
const TASKS = [
  "Settle the water damage claim",
  "Answer the appeal",
  "Price the renewal",
  "Migrate the billing tables",
  "Review the pull request",
  "Write the release notes",
  "Trace the failed payment",
  "Draft the audit reply",
  "Plan the sprint",
  "Translate the terms",
  "Forecast next quarter",
  "Mend the flaky test",
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two agents with handoffs between them, and the policy's terms for them. */
export interface Pair {
  pair: number;
  fromAgent: string;
  toAgent: string;
  ruleId: string | null;
  mode: HandoffMode;
  toModel: string | null;
  /** Upper bound of the pair's share, from 0 to 1; the lower bound is that of the previous pair. */
  upTo: number;
}

/**
 * Creates the pairs of agents: few are busy and many are rare (Zipf, exponent 1.1); some have their own rule,
 * some their sender's, some none.
 */
export function createPairs(seed: number): Pair[] {
  const next = createSequence(seed);
  const chosen = new Set<string>();
  while (chosen.size < PAIRS) {
    const [from, to] = [next(AGENTS.length), next(AGENTS.length)];
    if (from !== to) chosen.add(`${from}>${to}`);
  }
  const weights = [...chosen].map((_, rank) => 1 / (rank + 1) ** 1.1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let upTo = 0;
  return [...chosen].map((key, pair) => {
    const [from = 0, to = 0] = key.split(">").map(Number);
    const [fromAgent = "", toAgent = ""] = [AGENTS[from], AGENTS[to]];
    upTo += (weights[pair] ?? 0) / total;
    const hasOwn = pair % 4 === 0;
    const hasSenders = !hasOwn && from < 10;
    return {
      pair,
      fromAgent,
      toAgent,
      ruleId: hasOwn ? `${fromAgent}-to-${toAgent}` : hasSenders ? `${fromAgent}-to-any` : null,
      mode: hasOwn
        ? pair % 12 === 8
          ? "full"
          : "scoped"
        : hasSenders && from % 3 > 0
          ? "scoped"
          : "minimal",
      toModel: to === AGENTS.length - 1 ? null : (MODELS[to % MODELS.length] ?? null),
      upTo: pair === PAIRS - 1 ? 1 : upTo,
    };
  });
}

/** A planned session: `size` context handoffs, or subagent calls, `stepMilliseconds` apart. */
export interface PlannedSession {
  session: number;
  sessionId: string;
  format: "session" | "claude-code";
  title: string;
  startedAt: string;
  stepMilliseconds: number;
  size: number;
  /** The called subagent; unused for context handoffs. */
  subagent: string;
}

/** The content of one transaction: the part of one day (UTC) that is in the range. */
export interface PlannedDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Handoffs of all kinds, including returns of calls. */
  handoffs: number;
  /** The number of its first handoff; numbers are unique. */
  firstNumber: number;
  start: number;
  end: number;
}

/**
 * Distributes handoffs over the days before a moment: fewer on weekends, slowly more each day.
 *
 * @param end in milliseconds since 1970.
 * @returns days that together contain exactly `handoffs`.
 */
export function planDays(handoffs: number, { days, end }: { days: number; end: number }): PlannedDay[] {
  const start = end - days * DAY;
  const planned: PlannedDay[] = [];
  for (let day = start - (start % DAY); day < end; day += DAY) {
    const span = { start: Math.max(day, start), end: Math.min(day + DAY, end) };
    planned.push({ day: new Date(day).toISOString().slice(0, 10), handoffs: 0, firstNumber: 0, ...span });
  }
  const weights = planned.map(({ start, end, day }, index) => {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    return ((end - start) / DAY) * (isWeekend ? 0.35 : 1) * (1 + index / (2 * days));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [reached, firstNumber] = [0, 0];
  return planned.map((one, index) => {
    reached += weights[index] ?? 0;
    const upTo = index === planned.length - 1 ? handoffs : Math.round((handoffs * reached) / total);
    const ofDay = { ...one, handoffs: upTo - firstNumber, firstNumber };
    firstNumber = upTo;
    return ofDay;
  });
}

/**
 * Plans the sessions of a day: most are short, a few are long; one handoff in about seventeen is a subagent
 * call or its return. 2,000,000 handoffs make more than 100,000 sessions.
 */
export function planSessions({ day, handoffs, start, end }: PlannedDay, seed: number): PlannedSession[] {
  const next = createSequence((seed * 7_919 + Math.floor(start / DAY)) | 1);
  const sessions: PlannedSession[] = [];
  const calls = Math.floor(handoffs * 0.03);
  const plan = (format: PlannedSession["format"], size: number) => {
    const session = sessions.length;
    // Even, because a return follows half a step after its call.
    const stepMilliseconds = 2 * Math.min(1_000 + next(14_000), Math.floor((end - start) / (4 * size + 20)));
    const room = end - start - stepMilliseconds * (size + 2);
    // Three in four are in the working hours that the day has.
    const offset = next(4) > 0 ? (7 * HOUR + next(10 * HOUR)) % room : next(room);
    sessions.push({
      session,
      format,
      size,
      stepMilliseconds,
      sessionId: `${format === "session" ? "run" : "chat"}-${day}-${String(session).padStart(4, "0")}`,
      title: `${TASKS[next(TASKS.length)]} #${1_000 + next(9_000)}`,
      startedAt: new Date(start + offset).toISOString(),
      subagent: SUBAGENTS[next(SUBAGENTS.length)] ?? "",
    });
  };
  const divide = (format: PlannedSession["format"], count: number, sizeOf: () => number) => {
    for (let left = count; left > 0; ) {
      const size = Math.min(left, sizeOf());
      plan(format, size);
      left -= size;
    }
  };
  divide("session", handoffs - 2 * calls, () =>
    Math.min(600, Math.floor(7 / (0.02 + next(1_000) / 1_000) ** 0.8)),
  );
  divide("claude-code", calls, () => 1 + next(8));
  return sessions;
}
