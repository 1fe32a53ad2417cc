import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { HandoffContext } from "../src/scoping/handoff-context";

const HERE = new URL("../conformance/", import.meta.url);

const Parts = z.record(z.string(), z.unknown());
/** Keeps the reference, because a copy would lose keys such as `__proto__`. */
const Context = z.custom<HandoffContext>(
  (value) => z.looseObject({ prior_outputs: z.unknown() }).safeParse(value).success,
);
const Case = z.object({ from: z.string(), to: z.string(), context: Context });
const Expected = z.object({ scoped: Parts, rule_id: z.string().nullable() });
const History = z.object({
  name: z.string(),
  policy: Parts,
  format: z.literal("openai-chat"),
  authors: z.array(z.string().nullable()),
  messages: z.array(Parts),
  expected: z.array(Parts),
});
const Text = z.object({
  name: z.string(),
  rules: z.array(Parts),
  text: z.string(),
  expected: z.string().nullable(),
  counts: z.record(z.string(), z.number()),
});

/** A context that one agent passes to another. `policy` is a document, as in all vectors. */
export interface ContextVector extends z.infer<typeof Case> {
  /** The folder of the policy. */
  readonly folder: string;
  readonly policy: unknown;
  readonly expected: z.infer<typeof Expected>;
}

/** Returns the vectors of contexts, ordered by policy. */
export function readContextVectors(): ContextVector[] {
  const folders = readdirSync(new URL("scoping/", HERE)).sort();
  return folders.flatMap((folder) => {
    const policy: unknown = JSON.parse(read(`scoping/${folder}/policy.json`));
    const expected = readLines(`scoping/${folder}/expected.jsonl`, Expected);
    return readLines(`scoping/${folder}/cases.jsonl`, Case).map((given, index) => {
      const result = expected[index];
      if (!result) throw new Error(`${folder} has no result of case ${index}`);
      return { ...given, folder, policy, expected: result };
    });
  });
}

/** Returns the vectors of message histories from `a` to `b`. */
export function readHistoryVectors() {
  return readLines("messages/cases.jsonl", History).map((vector) => ({
    ...vector,
    policy: documentOf(vector.policy),
  }));
}
export type HistoryVector = ReturnType<typeof readHistoryVectors>[number];

/** Returns the vectors of content rules on one text from `a` to `b`; `expected` is null if a rule blocks it. */
export function readTextVectors() {
  return readLines("content/texts.jsonl", Text).map(({ rules, ...vector }) => ({
    ...vector,
    policy: documentOf({ content_rules: rules }),
  }));
}
export type TextVector = ReturnType<typeof readTextVectors>[number];

const GUIDE = new URL("../../../docs/adapters.md", import.meta.url);

/** Returns the cells of a runtime in the table of `docs/adapters.md`: numbers of contexts, histories and texts. */
export function readConformanceRow(runtime: string): string[] | undefined {
  const rows = readFileSync(GUIDE, "utf8").matchAll(/^\| (.+) \| (.+) \| (.+) \| (.+) \|$/gm);
  const row = [...rows].find(([, name]) => name === runtime);
  return row?.slice(2);
}

function documentOf(section: Record<string, unknown>) {
  return { multi_agent_handoffs: section };
}

function readLines<Line>(path: string, schema: z.ZodType<Line>): Line[] {
  return read(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}

function read(path: string): string {
  return readFileSync(new URL(path, HERE), "utf8");
}
