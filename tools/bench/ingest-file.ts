import { open } from "node:fs/promises";
import { createSequence } from "./bench-row";

const AGENTS = ["intake", "triage", "research", "coverage", "fraud", "pricing", "legal", "summary"];
const WORDS =
  "claim policy water pipe kitchen estimate photo invoice repair answer check limit note agent open".split(
    " ",
  );
const FIELDS = [
  "claim.number",
  "claim.loss.date",
  "claim.loss.cause",
  "customer.name",
  "coverage.limits[]",
  "notes.internal",
];
/** Density of a gigabyte over 90 days: this many handoffs share a sum in the rollups. */
const BYTES_A_DAY = 11_000_000;
const HANDOFFS_TO_A_SESSION = 50;
/** One of this many lines is a note, has a secret, is a duplicate, or lacks a field. */
const TO_A_NOTE = 5;
const TO_A_SECRET = 500;
const TO_A_DUPLICATE = 200;
const TO_A_BLOCKED = 4;
const DIGEST = "0123456789abcdef";

const LINE_BYTES = 1_400;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Writes a log of handoffs of about 1.4 kB each, the same in each run, with at least the given number of
 * bytes.
 */
export async function writeLog(path: string, bytes: number): Promise<void> {
  const next = createSequence(3);
  const file = await open(path, "w");
  let written = 0;
  for (let index = 0; written < bytes; ) {
    let chunk = "";
    for (let line = 0; line < 500; line += 1) chunk += `${writeLine(index++, next)}\n`;
    written += (await file.write(chunk)).bytesWritten;
  }
  await file.close();
}

function writeLine(index: number, next: (limit: number) => number): string {
  const identity = index % TO_A_DUPLICATE === 1 ? index - 1 : index;
  const at = Date.UTC(2026, 0, 1) + Math.floor(index * LINE_BYTES * (DAY_MILLISECONDS / BYTES_A_DAY));
  const shared = {
    event_id: `event-${identity}-${"0123456789abcdef".repeat(1)}`,
    session_id: `session-${Math.floor(index / HANDOFFS_TO_A_SESSION)}`,
    timestamp: new Date(at).toISOString(),
  };
  if (index % TO_A_NOTE === 4) {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    return JSON.stringify({
      event_type: "tool_result",
      ...shared,
      output: `${prose(next, 130)} ${index % TO_A_SECRET === 4 ? token : ""}`,
      usage: JSON.stringify({ path: "src/index.ts", lines: [next(90), next(900)] }),
    });
  }
  const outline = FIELDS.flatMap((field, place) => [
    { path: field, tokens: 3 + next(80), ...(place % 3 === 0 && { after: 0, cause: "not_allowed" }) },
    { path: `research.findings[].${field}`, tokens: 3 + next(300), digest: DIGEST, ...lostTo(index, field) },
  ]);
  const before = 2_000 + next(3_000);
  const saved = next(1_800);
  const summary = {
    prior_outputs_count: 2,
    observations_count: next(5),
    agents_included: ["intake", "research"],
  };
  return JSON.stringify({
    event_type: "context_handoff",
    ...shared,
    from_agent_id: AGENTS[next(AGENTS.length)],
    to_agent_id: AGENTS[next(AGENTS.length)],
    handoff_mode: "scoped",
    governance_rule_id: `rule-${next(12)}`,
    context_before_scoping: { ...summary, total_tokens: before },
    context_after_scoping: { ...summary, total_tokens: before - saved },
    tokens_saved: saved,
    tokens_saved_percentage: Math.round((saved / before) * 1_000) / 10,
    outline,
    audit_note: prose(next, 20),
  });
}

/** A field is blocked in every fourth handoff. */
function lostTo(index: number, field: string) {
  return index % TO_A_BLOCKED === 0 && field.startsWith("customer") ? { after: 0, cause: "blocked" } : {};
}

function prose(next: (limit: number) => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[next(WORDS.length)]).join(" ");
}
