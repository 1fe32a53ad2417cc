import { compilePolicy, type HandoffContext, parsePolicy, scopeContext } from "@baton/core";
import { type BenchRow, createSequence, timeInTurns } from "./bench-row";

const BYTES = 100_000;
const SECTIONS = 20;
const ROUNDS = 401;
const NOW = Date.UTC(2026, 0, 2);
const WORDS = "claim policy fraud score vehicle damage estimate adjuster coverage deductible".split(" ");

/**
 * Scoping a context of 100 kB, of which the allowed list keeps two fifths, without counting its tokens, beside writing it
 * as JSON; and in mode `full`, where every value passes and is looked at.
 */
export function benchScoping(): BenchRow[] {
  const context = createContext();
  const allowed_context_fields = allowTwoFifths();
  const blocked_context_fields = [
    "ssn",
    "api_key",
    "internal_notes",
    "card_number",
    "section_3.items[].score",
  ];
  const writing: Variant = ["JSON.stringify", () => void JSON.stringify(context)];
  return [
    compare("scoping 100 kB without blocked names", 0.25, [
      ["scoped", scoper(context, { allowed_context_fields })],
      ["full", scoper(context, { handoff_mode: "full" })],
      writing,
    ]),
    compare("scoping 100 kB with blocked names", 0.6, [
      ["scoped", scoper(context, { allowed_context_fields, blocked_context_fields })],
      ["full", scoper(context, { handoff_mode: "full", blocked_context_fields })],
      writing,
    ]),
  ];
}

type Variant = readonly [name: string, run: () => void];

function compare(what: string, limit: number, variants: readonly Variant[]): BenchRow {
  timeInTurns(new Map(variants), ROUNDS);
  const times = timeInTurns(new Map(variants), ROUNDS);
  const microseconds = (name: string) => (times.get(name) ?? Number.NaN) * 1_000;
  return {
    what,
    figures: Object.fromEntries(variants.map(([name]) => [name, microseconds(name)])),
    unit: "µs at the median",
    goal: `scoped ≤ ${limit} × JSON.stringify`,
    isMet: microseconds("scoped") <= limit * microseconds("JSON.stringify"),
  };
}

/** Scopes without an event, and so without counting. */
function scoper(context: HandoffContext, rule: object): () => void {
  const section = {
    audit_all_handoffs: false,
    agent_handoff_rules: [
      { from_agent_id: "sender", to_agent_id: "receiver", audit_enabled: false, ...rule },
    ],
  };
  const parsed = parsePolicy({ multi_agent_handoffs: section });
  if (!parsed.ok) throw new Error("the policy of the bench is refused");
  const policy = compilePolicy(parsed);
  const handoff = { from: "sender", to: "receiver", context, sessionId: "bench", now: NOW, newId: () => "" };
  return () => void scopeContext(policy, handoff);
}

function createContext(): HandoffContext {
  const next = createSequence();
  const text = (words: number) => Array.from({ length: words }, () => WORDS[next(WORDS.length)]).join(" ");
  const item = () => ({
    id: next(1_000_000),
    label: text(2),
    score: next(100) / 100,
    is_open: next(2) === 0,
    internal_notes: text(3),
    at: "2026-01-02T17:00:00Z",
  });
  const section = (items: number) => ({
    summary: text(20),
    owner: { name: text(2), ssn: "123-45-6789", role: text(1) },
    tags: [text(1), text(1)],
    items: Array.from({ length: items }, item),
  });
  const create = (items: number): HandoffContext => ({
    prior_outputs: {
      sender: Object.fromEntries(
        Array.from({ length: SECTIONS }, (_, index) => [`section_${index}`, section(items)]),
      ),
    },
    observations: [{ tool: "lookup", result: text(10) }],
    original_input: { claim_id: "CLM-1", text: text(30) },
  });
  let items = 1;
  while (JSON.stringify(create(items)).length < BYTES) items += 1;
  // As it would arrive: what `JSON.parse` makes is laid out in memory otherwise than what a literal makes.
  return JSON.parse(JSON.stringify(create(items)));
}

/** Some sections whole, of others some fields; about two fifths of the bytes. */
function allowTwoFifths(): string[] {
  const sections = Array.from({ length: SECTIONS }, (_, index) => `section_${index}`);
  return sections.flatMap((section, index) =>
    index % 4 === 0 ? [section] : [`${section}.summary`, `${section}.items[].id`, `${section}.items[].label`],
  );
}
