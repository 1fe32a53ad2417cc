import { foldKey } from "../scoping/fold";
import { readFieldQuery } from "./field-query";
import type { Comeback } from "./field-step";
import { OutlinePaths } from "./outline-paths";
import type { OutlinedHandoff } from "./outlined-handoff";
import { traceField } from "./trace-field";

/** A field that came to an agent for which it was blocked. */
export interface FieldComeback {
  readonly eventId: string;
  readonly toAgent: string;
  /** The blocked field as it was asked for. */
  readonly field: string;
  readonly by: Comeback;
}

/** Entries of outlines that are looked at, each for each field: a second. */
const MAX_LOOKS = 6_000_000;
/** A path of as many characters is looked at as an entry more, since its keys are compared one by one. */
const CHARACTERS = 8;

/**
 * Looks through a session for fields that came back by another way.
 *
 * @param handoffs in the order of the session.
 * @param blocked the fields that the policies of the session block, as their patterns write them; one with
 *   `*` names no field, and is left out.
 * @returns null where so many fields are blocked that stand in so many outlines that it would take long.
 */
export function findComebacks(
  handoffs: readonly OutlinedHandoff[],
  blocked: Iterable<string>,
): FieldComeback[] | null {
  const isAnyBlocked = handoffs.some(({ outline }) => outline?.some(({ cause }) => cause === "blocked"));
  if (!isAnyBlocked) return [];
  const paths = new OutlinePaths();
  const { held, length } = keysOf(handoffs, paths);
  const fields = [...new Set(blocked)].filter(
    (field) => !field.includes("*") && held.has(readFieldQuery(field).name),
  );
  if (fields.length * length > MAX_LOOKS) return null;
  return fields.flatMap((field) => {
    const found = new Map<string, FieldComeback>();
    for (const { eventId, toAgent, comeback } of traceField(handoffs, field, paths).steps) {
      if (comeback !== null) found.set(eventId, { eventId, toAgent, field, by: comeback });
    }
    return [...found.values()];
  });
}

/**
 * The keys that stand in outlines, folded: a field of which none is the last is in none of them. And what
 * there is to look at for one field: each entry, and each path once.
 */
function keysOf(handoffs: readonly OutlinedHandoff[], paths: OutlinePaths) {
  const entries = handoffs.flatMap(({ outline }) => (outline ?? []).map(({ path }) => path));
  const held = new Set<string>();
  let length = entries.length;
  for (const path of new Set(entries)) {
    const { root, steps } = paths.read(path);
    for (const { key } of [root, ...steps]) held.add(foldKey(key));
    length += Math.ceil(path.length / CHARACTERS);
  }
  return { held, length };
}
