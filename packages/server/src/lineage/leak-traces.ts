import type { OutlineEntry } from "@baton/core";
import { foldKey } from "@baton/core/internal";
import { sourceOf } from "./field-query";
import { MAX_NAME_LENGTH } from "./leak";
import { OutlinePaths } from "./outline-paths";
import { fateOf, type OutlinedHandoff } from "./outlined-handoff";
import type { PolicyBlocks } from "./policy-blocks";

/** Keys under which a path is compared with others; deeper keys are content. */
const MAX_DEPTH = 32;

/**
 * A leaf that the policy blocks for the receiver, by one of the keys under which it is found again: the path
 * of the blocked field, its name, or the digest of its text.
 */
export interface BlockedTrace {
  readonly key: string;
  /** Key of the agent or part of the context that it comes from. */
  readonly source: string;
  readonly field: string;
  /** The name of the field, see {@link nameOf}. */
  readonly name: string;
  readonly entry: OutlineEntry;
  readonly isRemoved: boolean;
}

/** A leaf that reached the receiver, with the keys of the blocked fields that it may be. */
export interface PassedTrace {
  readonly path: string;
  readonly tokens: number;
  readonly fieldKeys: readonly string[];
  /** Empty unless the leaf is in an agent's output. */
  readonly nameKeys: readonly string[];
  readonly textKey: string | null;
  readonly source: string;
}

/** The leaves of a handoff that matter for leaks. */
export interface HandoffTraces {
  readonly blocked: readonly BlockedTrace[];
  readonly passed: readonly PassedTrace[];
}

/**
 * Finds the leaves of a handoff that its policy blocks, regardless of what removed them first, and those that
 * passed. Leaves out the receiver's own output. Caches keys: create one for each batch of handoffs.
 */
export class LeakTracer {
  readonly #toKey: (text: string) => string;
  readonly #paths = new OutlinePaths();
  readonly #leaves = new Map<string, LeafKeys>();
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** @param toKey shortens a key, always to the same text. */
  constructor(toKey: (text: string) => string = (text) => text) {
    this.#toKey = toKey;
  }

  trace(handoff: OutlinedHandoff, blocks: PolicyBlocks): HandoffTraces {
    const { toAgent, outline, agents, scopingState } = handoff;
    const blocked: BlockedTrace[] = [];
    const passed: PassedTrace[] = [];
    for (const entry of outline ?? []) {
      const { has, after } = fateOf(entry, scopingState);
      const { kind, name: root } = sourceOf(this.#paths.read(entry.path), agents);
      if (kind === "output" && root === toAgent) continue;
      const { source, fieldKeys, nameKeys } = this.#keysOf(toAgent, entry.path, root);
      const textKey = entry.digest === undefined ? null : this.#key("text", toAgent, entry.digest);
      if (has !== "no") {
        const tokens = has === "yes" ? after : entry.tokens;
        const names = kind === "output" ? nameKeys : [];
        passed.push({ path: entry.path, tokens, fieldKeys, nameKeys: names, textKey, source });
      }
      const path = scopingState === "observed" ? null : blocks.findBlocked(handoff, entry);
      if (path === null) continue;
      const field = this.#paths.read(path).steps.at(-1)?.key;
      const name = this.#nameOf(field ?? path);
      const shared = { source, field: field ?? path, name, entry, isRemoved: has === "no" };
      // A root is the name of an agent or a part, not of a field.
      if (field !== undefined) {
        blocked.push({ ...shared, key: this.#key("field", toAgent, path) });
        blocked.push({ ...shared, key: this.#key("name", toAgent, name) });
      }
      if (textKey !== null) blocked.push({ ...shared, key: textKey });
    }
    return { blocked, passed };
  }

  #keysOf(toAgent: string, path: string, root: string): LeafKeys {
    const leaf = `${toAgent}\0${path}`;
    const known = this.#leaves.get(leaf);
    if (known) return known;
    const names = [...this.#paths.namesIn(path)].slice(0, MAX_DEPTH);
    const keys = {
      source: this.#key("source", toAgent, root),
      // Not remembered one by one: long paths have long prefixes.
      fieldKeys: prefixesOf(path).map((prefix) => this.#toKey(keyText("field", toAgent, prefix))),
      nameKeys: names.map((name) => this.#key("name", toAgent, name.slice(0, MAX_NAME_LENGTH))),
    };
    this.#leaves.set(leaf, keys);
    return keys;
  }

  #nameOf(field: string): string {
    const known = this.#names.get(field) ?? nameOf(field);
    this.#names.set(field, known);
    return known;
  }

  #key(kind: KeyKind, toAgent: string, text: string): string {
    const whole = keyText(kind, toAgent, text);
    const known = this.#keys.get(whole);
    if (known !== undefined) return known;
    const key = this.#toKey(whole);
    this.#keys.set(whole, key);
    return key;
  }
}

type KeyKind = "field" | "name" | "text" | "source";

function keyText(kind: KeyKind, toAgent: string, text: string): string {
  return `${kind}\0${toAgent}\0${text}`;
}

interface LeafKeys {
  readonly source: string;
  readonly fieldKeys: readonly string[];
  readonly nameKeys: readonly string[];
}

/** The path of a leaf and those of its containers. */
function prefixesOf(path: string): string[] {
  const prefixes = [path];
  for (let end = path.length - 1; end > 0 && prefixes.length < MAX_DEPTH; end -= 1) {
    if (".[".includes(path.charAt(end))) prefixes.push(path.slice(0, end));
  }
  return prefixes;
}

/** The name by which a field is the same as another one. */
export function nameOf(field: string): string {
  return foldKey(field).slice(0, MAX_NAME_LENGTH);
}
