import { compilePolicy, type HandoffContext, parsePolicy, scopeContext } from "@baton/core";
import { type BenchRow, createSequence, timeAlternately } from "./bench-row";

const BYTES = 100_000;
const ROUNDS = 501;
const NOW = Date.UTC(2026, 0, 2);
const SENTENCES = [
  'The insured said "the light was green", and two witnesses agree.',
  "Forty earlier cases were compared; no pattern of fraud was found in any of them.",
  "The estimate of the workshop lies within the limits – see § 4 of the policy.",
  "- The damage to the rear bumper is older than the accident.\n- The headlight is not.",
];

/**
 * Measures the scoping of a context of 100 kB, of which the allowed list keeps two fifths, without counting
 * tokens, compared with writing it as JSON; and in mode `full`, where every value passes. A context that was
 * not parsed from JSON must be searched for accessors, which about doubles the cost.
 */
export function benchScoping(): BenchRow[] {
  const context = createContext();
  const allowed = { allowed_context_fields: ALLOWED };
  const blocked = {
    blocked_context_fields: ["ssn", "api_key", "internal_notes", "report.draft", "records[].score"],
  };
  const full = { handoff_mode: "full" };
  return [
    compare("scoping 100 kB without blocked names", 0.25, [
      ["scoped", scoper(context, allowed, { isParsedJson: true })],
      ["full", scoper(context, full, { isParsedJson: true })],
      ["scoped, not known to be JSON", scoper(context, allowed)],
      ["full, not known to be JSON", scoper(context, full)],
      ["JSON.stringify", () => void JSON.stringify(context)],
    ]),
    compare("scoping 100 kB with blocked names", 0.6, [
      ["scoped", scoper(context, { ...allowed, ...blocked }, { isParsedJson: true })],
      ["full", scoper(context, { ...full, ...blocked }, { isParsedJson: true })],
      ["scoped, not known to be JSON", scoper(context, { ...allowed, ...blocked })],
      ["full, not known to be JSON", scoper(context, { ...full, ...blocked })],
      ["JSON.stringify", () => void JSON.stringify(context)],
    ]),
  ];
}

function compare(
  what: string,
  limit: number,
  variants: readonly (readonly [string, () => void])[],
): BenchRow {
  // One run for compilation, one for measurement.
  timeAlternately(new Map(variants), ROUNDS);
  const times = timeAlternately(new Map(variants), ROUNDS);
  const microseconds = (name: string) => (times.get(name) ?? Number.NaN) * 1_000;
  const ratio = microseconds("scoped") / microseconds("JSON.stringify");
  return {
    what,
    figures: Object.fromEntries(variants.map(([name]) => [name, microseconds(name)])),
    unit: "µs at the median",
    ratio,
    goal: `scoped ≤ ${limit} × the time of JSON.stringify`,
    isMet: ratio <= limit,
  };
}

/** Scopes without an event, and thus without counting. */
function scoper(context: HandoffContext, rule: object, known: { isParsedJson?: boolean } = {}): () => void {
  const section = {
    audit_all_handoffs: false,
    agent_handoff_rules: [
      { from_agent_id: "sender", to_agent_id: "receiver", audit_enabled: false, ...rule },
    ],
  };
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error("the policy of the bench is refused");
  const policy = compilePolicy(parsed);
  const pair = { from: "sender", to: "receiver", context, now: NOW, ...known };
  return () => void scopeContext(policy, { ...pair, sessionId: "bench", newId: () => "" });
}

const ALLOWED = [
  "summary",
  "decision",
  "risk_level",
  "score",
  "report.findings",
  "report.recommendation",
  "evidence",
  "records[].id",
  "records[].label",
  "claim.vehicle",
];

/** An agent's output: texts, numbers and lists of records. */
function createContext(): HandoffContext {
  const next = createSequence();
  const text = (sentences: number) =>
    Array.from({ length: sentences }, () => SENTENCES[next(SENTENCES.length)]).join(" ");
  const record = () => ({
    id: next(1_000_000),
    label: text(1),
    score: next(100) / 100,
    at: "2026-01-02T17:00:00Z",
    internal_notes: text(1),
  });
  const list = <T>(length: number, create: () => T) => Array.from({ length }, create);
  const create = (size: number) => ({
    summary: text(size),
    decision: "refer",
    risk_level: "low",
    score: 0.27,
    report: { findings: list(size, () => text(3)), draft: text(2 * size), recommendation: text(4) },
    evidence: list(size, () => ({
      source: "photo",
      text: text(2),
      internal_notes: text(1),
      ssn: "123-45-6789",
    })),
    records: list(3 * size, record),
    claim: {
      vehicle: { make: "VW", year: 2019, mileage: next(200_000) },
      history: list(size, () => text(2)),
    },
    working_notes: list(2 * size, () => text(3)),
    tool_calls: list(size, () => ({
      tool: "lookup",
      arguments: { query: text(1) },
      result: list(4, record),
    })),
  });
  let size = 1;
  while (JSON.stringify(create(size)).length < BYTES) size += 1;
  const context: HandoffContext = {
    prior_outputs: { sender: create(size) },
    observations: [{ tool: "lookup", result: text(2) }],
    original_input: { claim_id: "CLM-1", text: text(3) },
  };
  // Parsed, because the result of `JSON.parse` has another memory layout than a literal.
  return JSON.parse(JSON.stringify(context));
}
