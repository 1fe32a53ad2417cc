import { checkText, compileWithDetectors, ENFORCED, parsePolicy } from "@baton/core";
import { DETECTOR_NAMES, needsPattern } from "@baton/core/policy";
import { type BenchRow, timeAlternately } from "./bench-row";

const CHARACTERS = 100_000;
const PATTERNS = 50;
const ROUNDS = 21;
const GOAL = 20;
const SENTENCES = [
  "The adjuster called on 2026-03-11 and asked for the photos of claim 20260311-000123.",
  "See https://example.com/claims/17 or src/pipeline/prepare-line.ts, lines 40 to 80.",
  "Totals: 1,250.00 EUR labor, 830.50 EUR parts; the reserve is 2,500 EUR.",
  "Mail the report to ann@example.com once the review is done.",
  '{"claim":"C-17","items":[{"id":1,"price":12.5},{"id":2,"price":7}],"note":"Two visits.\\nOne open."}',
];

/** Applies all detectors and 50 patterns to a text of 100 kB. */
export async function benchContent(): Promise<BenchRow[]> {
  const detectors = DETECTOR_NAMES.filter((detector) => !needsPattern(detector));
  const rules = [
    ...detectors.map((detector) => ({ rule_id: detector, detector, action: "redact" })),
    { rule_id: "paths", detector: "file_path", pattern: "**/.env*", action: "redact" },
    ...Array.from({ length: PATTERNS }, (_, index) => ({
      rule_id: `pattern_${index}`,
      detector: "pattern",
      pattern: `ID${index}-[0-9]{6}`,
      action: "redact",
    })),
  ];
  const parsed = parsePolicy({ multi_agent_handoffs: { content_rules: rules } }, ENFORCED);
  if (!parsed.ok) throw new Error("the policy of the bench is valid");
  const policy = await compileWithDetectors(parsed);
  const lines: string[] = [];
  for (let length = 0, index = 0; length < CHARACTERS; index += 1) {
    const line = SENTENCES[index % SENTENCES.length] ?? "";
    lines.push(line);
    length += line.length + 1;
  }
  const text = lines.join("\n");
  const times = timeAlternately(
    new Map([["all", () => void checkText(policy, { from: "a", to: "b", text })]]),
    ROUNDS,
  );
  const milliseconds = times.get("all") ?? Number.NaN;
  return [
    {
      what: "content rules: 100 kB of text, all detectors and 50 patterns",
      figures: { "all rules": milliseconds },
      unit: "ms at the median, warm",
      ratio: null,
      goal: `≤ ${GOAL} ms`,
      isMet: milliseconds <= GOAL,
    },
  ];
}
