import { addressOf } from "@/frame/pages";

/** Subjects of the lineage pages: the segment of the address, and words for one and many. */
export const SUBJECTS = {
  agents: { one: "Agent", many: "Agents" },
  fields: { one: "Field", many: "Fields" },
  pairs: { one: "Pair", many: "Pairs" },
  rules: { one: "Rule", many: "Rules" },
  workflows: { one: "Workflow", many: "Workflows" },
} as const;

export type SubjectKind = keyof typeof SUBJECTS;

/** A list of all subjects of a kind, or one of them. */
export type Subject =
  | { kind: SubjectKind; names: null }
  | { kind: Exclude<SubjectKind, "pairs">; names: readonly [string] }
  | { kind: "pairs"; names: readonly [from: string, to: string] };

/** Links to the page of a subject; without names to the list of its kind. */
export function subjectAddress(workspace: string, kind: SubjectKind, ...names: readonly string[]): string {
  return addressOf(workspace, "lineage", kind, ...names.map(escapeDots));
}

/** Browsers read a segment of one or two dots as a way up. */
function escapeDots(name: string): string {
  return /^\.{1,2}~*$/.test(name) ? `${name}~` : name;
}

function unescapeDots(name: string): string {
  return /^\.{1,2}~+$/.test(name) ? name.slice(0, -1) : name;
}

/** Reads the decoded segments behind `/lineage`; null if no page has this address. */
export function readSubject(segments: readonly string[] | undefined): Subject | null {
  const [kind = "fields", ...rest] = segments ?? [];
  if (!isSubjectKind(kind)) return null;
  const [first, second, ...more] = rest.map(unescapeDots);
  if (more.length > 0) return null;
  if (first === undefined) return { kind, names: null };
  if (kind === "pairs") return second === undefined ? null : { kind, names: [first, second] };
  return second === undefined ? { kind, names: [first] } : null;
}

function isSubjectKind(text: string): text is SubjectKind {
  return Object.hasOwn(SUBJECTS, text);
}
