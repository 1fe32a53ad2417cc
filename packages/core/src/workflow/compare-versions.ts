import type { Finding } from "../finding";
import { FileReference, type HandoffManifest, KeyDecision } from "../manifest/manifest";
import { toPointer } from "../schema-issue";
import { plainJson } from "../scoping/plain-json";

/** A validated manifest. Sizes are in tokens; null if the files were not counted. */
export interface ValidatedManifest {
  readonly manifest: HandoffManifest;
  readonly findings: readonly Finding[];
  readonly manifestTokens: number;
  readonly requiredTokens: number;
  readonly fullTokens: number | null;
}

/** Added and removed entries of a list; `path` is a JSON Pointer (RFC 6901) into the manifest. */
export interface ListChange {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Value at a path; null if only one version has it. */
export interface ValueChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface VersionComparison {
  readonly sizes: Readonly<Record<"manifestTokens" | "requiredTokens" | "fullTokens", SizeChange>>;
  readonly findings: { readonly appeared: readonly Finding[]; readonly gone: readonly Finding[] };
  /** Changed lists: decisions, files, lists of the summary. A different order alone is not a change. */
  readonly lists: readonly ListChange[];
  readonly values: readonly ValueChange[];
}

export interface SizeChange {
  readonly before: number | null;
  readonly after: number | null;
}

/** Keys that differ in every run and do not describe the results. */
const OF_THE_RUN: ReadonlySet<string> = new Set(["timestamp", "artifacts_directory", "context_budget"]);

/** Compares two versions of an artifact: an earlier and a later run of one agent over one scope. */
export function compareVersions(before: ValidatedManifest, after: ValidatedManifest): VersionComparison {
  const [earlier, later] = [spread(before.manifest), spread(after.manifest)];
  const paths = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return {
    sizes: {
      manifestTokens: { before: before.manifestTokens, after: after.manifestTokens },
      requiredTokens: { before: before.requiredTokens, after: after.requiredTokens },
      fullTokens: { before: before.fullTokens, after: after.fullTokens },
    },
    findings: {
      appeared: missingFrom(before.findings, after.findings),
      gone: missingFrom(after.findings, before.findings),
    },
    lists: paths.flatMap((path) => compareLists(path, earlier.get(path), later.get(path))),
    values: paths.flatMap((path) => compareValues(path, earlier.get(path), later.get(path))),
  };
}

/** Returns the value of each key by JSON Pointer; the keys of the summary instead of the summary itself. */
function spread(manifest: HandoffManifest): Map<string, unknown> {
  const { summary, ...others } = manifest;
  return new Map([
    ...Object.entries(others).flatMap(([key, value]) =>
      OF_THE_RUN.has(key) ? [] : [[toPointer([key]), value] as const],
    ),
    ...Object.entries(summary).map(([key, value]) => [toPointer(["summary", key]), value] as const),
  ]);
}

function compareLists(path: string, before: unknown, after: unknown): ListChange[] {
  if (!Array.isArray(before ?? after) || !Array.isArray(after ?? before)) return [];
  const [earlier, later] = [itemsOf(before), itemsOf(after)];
  const [wasThere, isThere] = [new Set(earlier), new Set(later)];
  const added = later.filter((item) => !wasThere.has(item));
  const removed = earlier.filter((item) => !isThere.has(item));
  return added.length + removed.length === 0 ? [] : [{ path, added, removed }];
}

function compareValues(path: string, before: unknown, after: unknown): ValueChange[] {
  if (Array.isArray(before ?? after) && Array.isArray(after ?? before)) return [];
  const [earlier, later] = [textOrNull(before), textOrNull(after)];
  return earlier === later ? [] : [{ path, before: earlier, after: later }];
}

function itemsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(describeItem) : [];
}

/**
 * Describes an item: a decision with its reason or a file with its description, so that a new reason is a new
 * item.
 */
function describeItem(item: unknown): string {
  const decision = KeyDecision.safeParse(item);
  if (decision.success) return `${decision.data.decision} (${decision.data.rationale})`;
  const reference = FileReference.safeParse(item);
  if (reference.success) return `${reference.data.file} (${reference.data.description})`;
  return typeof item === "string" ? item : plainJson(item);
}

function textOrNull(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : plainJson(value);
}

/** Returns the findings that are not among `others`, by code, path and message. */
function missingFrom(others: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const keyOf = ({ code, path, message }: Finding) => JSON.stringify([code, path, message]);
  const known = new Set(others.map(keyOf));
  return findings.filter((finding) => !known.has(keyOf(finding)));
}
