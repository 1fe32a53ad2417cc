import { mayContainSecret } from "@baton/core/node";
import { SecretScanner } from "@baton/core/secret-scanner";
import { type BenchRow, createSequence, timeAlternately } from "./bench-row";

const BYTES = 1_000_000;
const ROUNDS = 51;
/** One of this many lines of the text contains a secret. */
const LINES_TO_A_SECRET = 100;
const SENTENCES = [
  "The tests pass, and the budget of 4,096 tokens holds.",
  'She asked for "one more review" before the handoff.',
  "Reading src/pipeline/prepare-line.ts, lines 40 to 80.\n",
  "The key of the table is its name; no password is stored there.",
];

/**
 * Searches 1 MB of lines for secrets: with only the prefilter on lines without secrets, and in full, once
 * line by line as in ingest and once as one text as in a document.
 */
export function benchSecrets(): BenchRow[] {
  const clean = createLines(null);
  const next = createSequence(7);
  const mixed = createLines(() => ["gh", "p_", drawToken(next, 36)].join(""));
  const text = mixed.join("\n");
  const scanner = new SecretScanner();
  const megabytes = clean.reduce((sum, line) => sum + line.length, 0) / BYTES;
  const [clear] = clean.filter(mayContainSecret);
  if (clear !== undefined) throw new Error("a clean line of the bench is held for a secret");

  const times = timeAlternately(
    new Map([
      ["prefilter", () => void clean.filter(mayContainSecret)],
      ["lines", () => void mixed.map((line) => scanner.maskJson(line))],
      ["text", () => void scanner.findSecrets(text)],
    ]),
    ROUNDS,
  );
  const milliseconds = (name: string) => times.get(name) ?? Number.NaN;
  const speed = megabytes / (milliseconds("prefilter") / 1_000);
  const slowest = Math.max(milliseconds("lines"), milliseconds("text"));
  return [
    {
      what: "passing over lines without secrets",
      figures: { prefilter: speed },
      unit: "MB/s at the median",
      ratio: null,
      goal: "≥ 100 MB/s",
      isMet: speed >= 100,
    },
    {
      what: "looking for secrets in 1 MB",
      figures: { "line by line": milliseconds("lines"), "as one text": milliseconds("text") },
      unit: "ms at the median",
      ratio: null,
      goal: "≤ 100 ms",
      isMet: slowest <= 100,
    },
  ];
}

/**
 * Creates lines of a session as an agent writes them: identities, counts, prose, and a tool result that is
 * JSON itself.
 */
function createLines(createSecret: (() => string) | null): string[] {
  const next = createSequence();
  const hex = (length: number) => Array.from({ length }, () => next(16).toString(16)).join("");
  const prose = (sentences: number) =>
    Array.from({ length: sentences }, () => SENTENCES[next(SENTENCES.length)]).join(" ");
  const lines: string[] = [];
  let length = 0;
  while (length < BYTES) {
    const secret = createSecret && lines.length % LINES_TO_A_SECRET === 0 ? createSecret() : "";
    const line = JSON.stringify({
      type: "context_handoff",
      session_id: [8, 4, 4, 4, 12].map(hex).join("-"),
      request_id: `req_${hex(24)}`,
      timestamp: "2026-01-02T17:00:00.000Z",
      usage: { input_tokens: next(100_000), output_tokens: next(1_000) },
      message: prose(8),
      tool_result: JSON.stringify({ sha256: hex(64), path: "src/index.ts", output: `${prose(6)} ${secret}` }),
    });
    lines.push(line);
    length += line.length;
  }
  return lines;
}

function drawToken(next: (limit: number) => number, length: number): string {
  return Array.from({ length }, () => next(36).toString(36)).join("");
}
