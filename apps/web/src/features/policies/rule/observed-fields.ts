import { ANY_AGENT, RESERVED_AGENT_IDS } from "@baton/core/policy";
import { distance } from "fastest-levenshtein";

/** A field of past contexts, as outlines name it: `fraud_agent.details.region`. */
export interface ObservedField {
  readonly path: string;
  /** Number of handoffs in the period with the field. */
  readonly handoffs: number;
}

/** A name that a rule may list, with its number of past handoffs. */
export interface FieldOption {
  readonly name: string;
  readonly handoffs: number;
}

/** Returns the fields of a sender's own output as an allowed list names them, most handoffs first. */
export function listOutputFields(seen: readonly ObservedField[], sender: string): FieldOption[] {
  const fields = seen.flatMap(({ path, handoffs }) => {
    return isOutputOf(path, sender) ? [{ name: splitRoot(path).rest, handoffs }] : [];
  });
  return mostObserved(fields);
}

/** Returns true if a path is a field of the sender's own output, or of any agent for `*`. */
export function isOutputOf(path: string, sender: string): boolean {
  const { root, rest } = splitRoot(path);
  const isOfSender = sender === ANY_AGENT ? !RESERVED_AGENT_IDS.includes(root) : unescapeKey(root) === sender;
  return isOfSender && rest !== "";
}

/** Returns the names that can be blocked at any depth: every key of every part, most handoffs first. */
export function listNames(seen: readonly ObservedField[]): FieldOption[] {
  return mostObserved(
    seen.flatMap(({ path, handoffs }) => {
      const { rest } = splitRoot(path);
      return [...rest.matchAll(KEY)].map(([key]) => ({ name: key, handoffs }));
    }),
  );
}

/**
 * Returns a lower bound of the handoffs with a listed name, or with
 * a field below it; 0 if it never occurred.
 */
export function countObserved(options: readonly FieldOption[], name: string): number {
  const isSeen = (seen: string) =>
    seen === name || seen.startsWith(`${name}.`) || seen.startsWith(`${name}[`);
  return Math.max(0, ...options.flatMap((option) => (isSeen(option.name) ? option.handoffs : [])));
}

/** Maximum edits between a name and what was probably meant: more would suggest another name. */
const MAX_EDITS = 2;

/** Finds the name that was probably meant: at most two edits away. */
export function findNearest(name: string, options: readonly FieldOption[]): FieldOption | null {
  const [nearest] = options
    .filter((option) => option.name !== name)
    .map((option) => ({ option, edits: distance(name.toLowerCase(), option.name.toLowerCase()) }))
    .filter(({ edits }) => edits <= MAX_EDITS && edits < name.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.option ?? null;
}

/** Matches a key of a path; a backslash makes the next character part of it. */
const KEY = /(?:\\.|[^\\.[\]])+/gs;
const ROOT = /^((?:\\.|[^\\.[])*)(?:\[\])*\.?(.*)$/s;

/** Splits the path of an outline into the agent or part and the field below it. */
export function splitRoot(path: string): { root: string; rest: string } {
  const [, root = "", rest = ""] = ROOT.exec(path) ?? [];
  return { root, rest };
}

function unescapeKey(key: string): string {
  return key.replace(/\\(.)/gs, "$1");
}

function mostObserved(fields: readonly FieldOption[]): FieldOption[] {
  const most = new Map<string, number>();
  for (const { name, handoffs } of fields) most.set(name, Math.max(handoffs, most.get(name) ?? 0));
  return [...most]
    .map(([name, handoffs]) => ({ name, handoffs }))
    .sort((a, b) => b.handoffs - a.handoffs || (a.name < b.name ? -1 : 1));
}
