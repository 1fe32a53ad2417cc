import { type Finding, MAX_FINDINGS } from "../../finding";
import { isObject } from "../../is-object";
import { describeIssues } from "../../schema-issue";
import { shorten } from "../../shorten";
import {
  ContextBudget,
  FileReference,
  HandoffManifest,
  ImplementationManifest,
  KeyDecision,
  ManifestOfAnyType,
} from "../manifest";
import { manifestFinding } from "../manifest-finding";
import type { Check } from "./check";

/** Reports errors of the schema. A missing summary has its own code. */
export const checkSchema: Check = ({ document, view }) => {
  // Without a known type, the schema would only report the type; so this checks the rest too.
  const parsed = (view.artifact_type === null ? ManifestOfAnyType : HandoffManifest).safeParse(document);
  if (parsed.success) return [];
  const issues = parsed.error.issues.slice(0, MAX_FINDINGS);
  const sentences = describeIssues({ issues }, document);
  return issues.flatMap((issue, index) =>
    issue.path.length === 1 && issue.path[0] === "summary" && fieldOf(document, "summary") === undefined
      ? []
      : [manifestFinding("schema", issue.path, sentences[index] ?? issue.message)],
  );
};

/** Reports unknown keys, except in a summary, which has any keys. */
export const checkKeys: Check = ({ document }) => [
  ...findUnknownKeys(document, ImplementationManifest.shape, []),
  ...findUnknownKeys(fieldOf(document, "context_budget"), ContextBudget.shape, ["context_budget"]),
  ...(
    [
      ["key_decisions", KeyDecision.shape],
      ["required_reading", FileReference.shape],
      ["optional_context", FileReference.shape],
    ] as const
  ).flatMap(([list, shape]) =>
    listOf(document, list).flatMap((item, index) => findUnknownKeys(item, shape, [list, index])),
  ),
];

function findUnknownKeys(value: unknown, known: object, place: readonly PropertyKey[]): Finding[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(known, key))
    .slice(0, MAX_FINDINGS)
    .map((key) =>
      manifestFinding("unknown_key", [...place, key], `no manifest has a key \`${shorten(key, 40)}\``),
    );
}

function listOf(document: unknown, key: string): unknown[] {
  const list = fieldOf(document, key);
  return Array.isArray(list) ? list : [];
}

function fieldOf(document: unknown, key: string): unknown {
  return isObject(document) && Object.hasOwn(document, key) ? document[key] : undefined;
}
