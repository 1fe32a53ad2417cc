import type { OutlineEntry } from "@baton/core";
import { foldKey } from "@baton/core/internal";
import { type FieldSource, sourceOf } from "./field-query";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";
import type { PolicyBlocks } from "./policy-blocks";

/** Evidence that a field is one blocked for the agent earlier. */
export const LEAK_EVIDENCES = ["same_field", "same_text", "same_name"] as const;
export type LeakEvidence = (typeof LEAK_EVIDENCES)[number];

/** A blocked field that reached its receiver by another way. Sizes are in tokens. */
export interface Leak {
  /** The handoff that leaked, and its place in the session, from 1. */
  readonly eventId: string;
  readonly number: number;
  readonly fromAgent: string;
  readonly toAgent: string;
  /** The name of the blocked field. */
  readonly field: string;
  /** The path that reached the receiver, as in the outline. */
  readonly path: string;
  readonly tokens: number;
  readonly by: LeakEvidence;
  /** The handoff that first removed the field. */
  readonly blockedAt: { readonly eventId: string; readonly number: number };
}

/**
 * Finds fields that the policy blocks for an agent, that were removed from a handoff to it, and that reached
 * it another way at the same handoff or later. The first cause of removal does not matter: the block, the
 * list of allowed fields or the mode. An agent's own output is never a leak to it.
 *
 * @param handoffs in the order of the session.
 * @param blocks   fields blocked by the policies of the session.
 */
export function findLeaks(
  handoffs: readonly OutlinedHandoff[],
  blocks: PolicyBlocks,
  paths = new OutlinePaths(),
): Leak[] {
  const blockedFor = new Map<string, BlockedFor>();
  return handoffs.flatMap((handoff, index) => {
    const { eventId, fromAgent, toAgent, outline, agents, scopingState } = handoff;
    const blocked = blockedFor.get(toAgent) ?? new BlockedFor(paths);
    blockedFor.set(toAgent, blocked);
    const passed: PassedLeaf[] = [];
    const passedDespiteBlock: BlockedLeaf[] = [];
    for (const entry of outline ?? []) {
      const { has, after } = fateOf(entry, scopingState);
      const source = sourceOf(paths.read(entry.path), agents);
      if (source.kind === "output" && source.name === toAgent) continue;
      if (has !== "no") passed.push({ entry, source, tokens: has === "yes" ? after : entry.tokens });
      const path = blocks.findBlocked(handoff, entry);
      if (path === null || scopingState === "observed") continue;
      const leaf = { path, entry, source, at: { eventId, number: index + 1 } };
      if (has === "no") blocked.add(leaf);
      else passedDespiteBlock.push(leaf);
    }
    const leaks = passed.flatMap((leaf) =>
      blocked.recognise(leaf).map(({ field, by, at: blockedAt }) => ({
        eventId,
        number: index + 1,
        fromAgent,
        toAgent,
        field,
        path: leaf.entry.path,
        tokens: leaf.tokens,
        by,
        blockedAt,
      })),
    );
    // A violated policy is not a leak at this handoff, but later copies of the field are leaks.
    for (const leaf of passedDespiteBlock) blocked.add(leaf);
    return leaks;
  });
}

interface PassedLeaf {
  readonly entry: OutlineEntry;
  readonly source: FieldSource;
  readonly tokens: number;
}

/** A leaf within a blocked field; `path` is that of the field. */
interface BlockedLeaf {
  readonly path: string;
  readonly entry: OutlineEntry;
  readonly source: FieldSource;
  readonly at: Leak["blockedAt"];
}

/** A blocked field by name, at any path. */
interface BlockedField {
  readonly field: string;
  readonly at: Leak["blockedAt"];
  readonly paths: Set<string>;
  readonly sources: Set<string>;
}

/** Maximum places of one field to compare; keys that are data would make the number unlimited. */
const MAX_PLACES = 20;
/** A path can contain the names of several nested blocked fields. */
const MAX_FIELDS_OF_LEAF = 8;

/** Fields blocked for one agent so far. */
class BlockedFor {
  readonly #paths: OutlinePaths;
  readonly #byName = new Map<string, BlockedField>();
  readonly #byDigest = new Map<string, BlockedField>();

  constructor(paths: OutlinePaths) {
    this.#paths = paths;
  }

  add({ path, entry, source, at }: BlockedLeaf): void {
    const field = this.#paths.read(path).steps.at(-1)?.key ?? path;
    const name = foldKey(field);
    const known = this.#byName.get(name) ?? {
      field,
      at,
      paths: new Set<string>(),
      sources: new Set<string>(),
    };
    this.#byName.set(name, known);
    known.sources.add(source.name);
    if (known.paths.size < MAX_PLACES) known.paths.add(path);
    if (entry.digest !== undefined && !this.#byDigest.has(entry.digest))
      this.#byDigest.set(entry.digest, known);
  }

  /** Returns the blocked fields that a passed leaf is recognized as, each with the best evidence. */
  recognise({ entry, source }: PassedLeaf): { field: string; by: LeakEvidence; at: Leak["blockedAt"] }[] {
    if (this.#byName.size === 0) return [];
    const copy = entry.digest === undefined ? undefined : this.#byDigest.get(entry.digest);
    const found = new Map<BlockedField, LeakEvidence>();
    for (const name of this.#paths.namesIn(entry.path)) {
      const blocked = this.#byName.get(name);
      if (!blocked || found.size >= MAX_FIELDS_OF_LEAF) continue;
      if (liesIn(entry.path, blocked.paths)) found.set(blocked, "same_field");
      else if (source.kind === "output" && isOfAnother(source, blocked)) found.set(blocked, "same_name");
    }
    if (copy && found.get(copy) !== "same_field") found.set(copy, "same_text");
    return [...found].map(([{ field, at }, by]) => ({ field, by, at }));
  }
}

function isOfAnother({ name }: FieldSource, { sources }: BlockedField): boolean {
  return sources.size > 1 || !sources.has(name);
}

function liesIn(path: string, places: ReadonlySet<string>): boolean {
  if (places.has(path)) return true;
  for (const place of places) {
    if (path.startsWith(place) && ".[".includes(path.charAt(place.length))) return true;
  }
  return false;
}
