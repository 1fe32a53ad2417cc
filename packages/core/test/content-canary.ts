import fc from "fast-check";
import type { DetectorName } from "../src/content/content-rule-names";
import type { HandoffContext } from "../src/scoping/handoff-context";
import { buildSecretCases } from "./secret-cases";

/** A value that a detector finds. */
interface Canary {
  readonly text: string;
  /** A part of the text that nothing else contains. */
  readonly needle: string;
  readonly pattern?: string;
}

const SECRET = buildSecretCases(1, 1).find(({ kind }) => kind === "github")?.secret ?? "";

/** One value of each detector. Numbers are from documentation and test ranges. */
export const CANARIES: Readonly<Record<DetectorName, Canary>> = {
  secret: { text: SECRET, needle: SECRET.slice(8, 30) },
  email: { text: "canary.7@example.com", needle: "canary.7@" },
  phone: { text: "+1 212 555 0123", needle: "555 0123" },
  payment_card: { text: "4111111111111111", needle: "41111111" },
  iban: { text: "DE89 3704 0044 0532 0130 00", needle: "0532 0130" },
  us_ssn: { text: "078-05-1120", needle: "078-05" },
  ip_address: { text: "192.0.2.17", needle: "192.0.2" },
  url_credentials: { text: "https://app7:canary@db/x", needle: "app7:" },
  file_path: { text: "C:\\app\\.env.canary", needle: ".env.canary", pattern: "**/.env*" },
  pattern: { text: "CUST-123456", needle: "CUST-1", pattern: "CUST-[0-9]{6}" },
};
const DETECTORS = Object.entries(CANARIES);

/** Rules for all values of {@link CANARIES}, each named like its detector. */
export function contentRules(action: string, pair: object = {}): object[] {
  return DETECTORS.map(([detector, { pattern }]) => ({
    rule_id: detector,
    detector,
    action,
    ...(pattern === undefined ? {} : { pattern }),
    ...pair,
  }));
}

/** Writes every character of JSON strings as an escape that is not a letter or a digit. */
function escapeAll(text: string): string {
  return `"${text.replace(/[^a-z0-9]/gi, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}

/** Ways to carry a value in a text or in data. */
const CARRIERS: Readonly<Record<string, (text: string) => unknown>> = {
  bare: (text) => text,
  number: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  sentence: (text) => `Please use ${text} for this.`,
  deep: (text) => ({ list: [{ x: [[text]] }, 1] }),
  json_text: (text) => JSON.stringify({ x: [{ y: text }] }),
  json_in_json_text: (text) => JSON.stringify({ x: JSON.stringify([{ y: JSON.stringify({ z: text }) }]) }),
  json_string: (text) => JSON.stringify(JSON.stringify({ x: text })),
  json_escapes: (text) => `{"ok":1,"x":${escapeAll(text)}}`,
  json_cut_off: (text) => `{"ok":1,"x":[${escapeAll(text)},{"y":"`,
  fenced_json: (text) => `See:\n\`\`\`json\n${JSON.stringify({ ok: 1, x: text }, null, 2)}\n\`\`\`\nDone.`,
  json_in_prose: (text) => `It answered {"x":[${escapeAll(text)}]} and stopped.`,
  single_quotes: (text) => `{'x': ${escapeAll(text).replaceAll('"', "'")}, 'ok': None}`,
  labelled: (text) => `ok: 1\n- **value:** ${text}\n- ok: 2`,
  yaml: (text) => `a:\n  value: |\n    one\n\n    ${text}\n  ok: 1`,
  table: (text) => `| ok | value |\n|---|---|\n| 1 | ${text} |\n`,
  csv: (text) => `ok,value\n1,${text}\n`,
  key_value: (text) => `time=1 value="${text}" ok=2`,
  element: (text) => `<value>${text}</value>`,
};

const dirty = fc
  .tuple(fc.constantFrom(...DETECTORS), fc.constantFrom(...Object.entries(CARRIERS)))
  .map(([[detector, { text }], [carrier, carry]]) => ({
    mark: `:${detector}:${carrier}:`,
    value: carry(text),
  }));
const someData = fc.array(fc.oneof(dirty, fc.constantFrom<unknown>(1, null, "fine", { ok: [true] })), {
  minLength: 1,
  maxLength: 4,
});

/** Contexts with values in every part, also in the outputs of the sender `a` and a third agent `x`. */
export const dirtyContext: fc.Arbitrary<HandoffContext> = fc.record({
  prior_outputs: fc.record({ a: someData.map((data) => ({ data })), x: someData }, { requiredKeys: ["a"] }),
  observations: someData,
  original_input: fc.oneof(dirty, someData),
  memories: someData,
});

/** Every mark that a value of {@link dirtyContext} can have: its detector and its carrier. */
export const DIRTY_MARKS: readonly string[] = [...Object.keys(CANARIES), ...Object.keys(CARRIERS)];

/** Returns the detectors whose values are in any text of a value, also in escapes and in JSON within texts. */
export function findDirt(value: unknown): string[] {
  let text = JSON.stringify(value);
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\(["\\/])/g, "$1");
  }
  return DETECTORS.filter(([, { needle }]) => text.includes(needle)).map(([detector]) => detector);
}
