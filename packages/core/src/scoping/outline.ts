import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { OutlineEntry } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { type BlockedFields, joinBlockedPatterns } from "./blocked-fields";
import type { ContextPart, ScopingStep } from "./context-part";
import { isAtEnd, stepToElement, type TriePositions } from "./field-trie";
import { type BlockedStart, blockedIn, type HandoffTerms } from "./handoff-terms";
import { pathOfKey } from "./key-name";
import { CAUSES, type Cause } from "./outcome";
import { isPlain, ownEntries } from "./plain-data";
import { sortByCodePoint } from "./removed-paths";
import { MAX_DEPTH, ScopingError, ValueBudget } from "./scoping-error";

/** Paths per outline; the first ones by code point stay. */
const MAX_OUTLINE_PATHS = 2_000;

/**
 * Limits of characters: all paths of a context, and the paths kept. A long key is part of every path below it.
 */
const [MAX_READ_CHARACTERS, MAX_CHARACTERS] = [8_000_000, 1_000_000];

/** Shorter strings (in code points) have no digest, because too many unrelated ones are equal. */
const MIN_DIGESTED_LENGTH = 8;

export interface ContextOutline {
  /** Sorted by path, by code point. */
  readonly outline: OutlineEntry[];
  readonly isTruncated: boolean;
  /**
   * True if the whole context before scoping is plain data, so that `JSON.stringify` runs none of its code.
   */
  readonly isPlain: boolean;
}

/**
 * Lists the leaves of a context before scoping (scalars, `{}` and `[]`) with their sizes and outcomes,
 * without content. Sizes are tokens (`cl100k_base`) of the leaf's compact `"key":value`, or of its value
 * without a key, summed over array elements with the same path.
 *
 * A blocked field is one entry, whatever it contains and whichever step removed it: keys below it may be
 * sensitive and are not listed. Neither are keys that `*` blocks, see {@link BlockedFields.nameOf}.
 *
 * @param parts the context with the result of each scoping step; nothing of it is called or changed.
 * @param terms blocks of each part.
 * @param key with a key, strings of at least {@link MIN_DIGESTED_LENGTH} characters have a digest:
 * HMAC-SHA-256, truncated to 8 bytes, in hex. Of several strings with one path, the first.
 * @throws ScopingError if the context is too deep or too large.
 */
export function outlineContext(
  parts: readonly ContextPart[],
  terms: Pick<HandoffTerms, "blocked" | "blockedInOutputOf">,
  key?: string,
): ContextOutline {
  const reader = new LeafReader();
  for (const part of parts) reader.readPart(part, blockedIn(part, terms));
  const paths = sortByCodePoint([...reader.leavesByPath.keys()]);
  const kept = keepFirst(paths);
  return {
    outline: kept.map((path) => measure(path, reader.leavesByPath.get(path) ?? [], key)),
    isTruncated: reader.isTruncated || kept.length < paths.length,
    isPlain: reader.isPlain,
  };
}

function keepFirst(paths: readonly string[]): readonly string[] {
  let characters = 0;
  const end = paths.findIndex((path, index) => {
    characters += path.length;
    return index === MAX_OUTLINE_PATHS || characters > MAX_CHARACTERS;
  });
  return end === -1 ? paths : paths.slice(0, end);
}

/**
 * A leaf's compact JSON before and after; empty if it does not exist. `cause`: the first step that changed or
 * removed it.
 */
interface Leaf {
  readonly before: string;
  readonly after: string;
  readonly cause: Cause | null;
  /** The text of a leaf that is a string. */
  readonly text: string | null;
}

interface Place {
  readonly path: string;
  /** Null without a key: an output, a part, an element of an array. */
  readonly key: string | null;
  readonly depth: number;
  /** Positions of the blocked paths; null inside a blocked field, of which only the first path is listed. */
  readonly blocked: TriePositions | null;
}

const ABSENT = Symbol("absent");
const NOTHING_BLOCKED = joinBlockedPatterns([]);
const UNCHANGED: readonly ScopingStep[] = [];

class LeafReader {
  readonly leavesByPath = new Map<string, Leaf[]>();
  isPlain = true;
  /** True if leaves were omitted because earlier paths were too long. */
  isTruncated = false;
  #charactersLeft = MAX_READ_CHARACTERS;
  readonly #budget = new ValueBudget();
  #blocked: BlockedFields = NOTHING_BLOCKED;

  readPart(part: ContextPart, blocked: BlockedStart): void {
    this.#blocked = blocked.fields;
    this.#read(part.before, part.steps, { path: part.path, key: null, depth: 0, blocked: blocked.start });
  }

  /** @param steps what each step left of this value. */
  #read(value: unknown, steps: readonly ScopingStep[], place: Place): void {
    if (value === undefined) return;
    if (place.depth > MAX_DEPTH) throw new ScopingError("too_deep");
    // If every step kept the value itself, everything below is unchanged.
    const changes = steps.some((step) => step.value !== value) ? steps : UNCHANGED;
    if (!isPlain(value)) this.isPlain = false;
    else if (typeof value !== "object" || value === null) this.#addLeaf(value, changes, place);
    else if (Array.isArray(value)) this.#readArray(value, changes, place);
    else this.#readObject(value, changes, place);
  }

  #readArray(array: readonly unknown[], steps: readonly ScopingStep[], place: Place): void {
    if (array.length === 0) {
      this.#addLeaf(array, steps, place);
      return;
    }
    this.#budget.spend(array.length);
    this.#addReplacement(steps, place);
    const below = belowElement(place);
    for (let index = 0; index < array.length; index += 1) {
      const property = Object.getOwnPropertyDescriptor(array, index);
      if (property?.get !== undefined || property?.set !== undefined) this.isPlain = false;
      else this.#read(property?.value, stepInto(steps, index), below);
    }
  }

  #readObject(object: object, steps: readonly ScopingStep[], place: Place): void {
    const entries = ownEntries(object, () => {
      this.isPlain = false;
    });
    if (entries.length === 0) {
      this.#addLeaf({}, steps, place);
      return;
    }
    this.#budget.spend(entries.length);
    this.#addReplacement(steps, place);
    for (const [key, value] of entries) {
      this.#read(value, stepInto(steps, key), this.#belowKey(place, key));
    }
  }

  #belowKey({ path, depth, blocked }: Place, key: string): Place {
    if (blocked === null) return { path, key, depth: depth + 1, blocked };
    const next = this.#blocked.enter(blocked, key);
    const isBlocked = this.#blocked.blocksName(key) || isAtEnd(next);
    const name = isBlocked ? this.#blocked.nameOf(blocked, key) : key;
    return { path: path + pathOfKey(name), key, depth: depth + 1, blocked: isBlocked ? null : next };
  }

  #addLeaf(value: unknown, steps: readonly ScopingStep[], place: Place): void {
    const before = leafJson(place.key, value);
    const changedBy = steps.find((step) => !isSameLeaf(step.value, value));
    const last = steps.at(-1)?.value;
    const isRewritten = typeof last === "string" && (typeof value === "string" || typeof value === "number");
    const after = changedBy === undefined ? before : isRewritten ? leafJson(place.key, last) : "";
    const text = typeof value === "string" ? value : null;
    this.#add(place.path, { before, after, cause: changedBy?.cause ?? null, text });
  }

  /** A summary can replace an object or an array; it is a new leaf. */
  #addReplacement(steps: readonly ScopingStep[], place: Place): void {
    const last = steps.at(-1)?.value;
    if (typeof last !== "string") return;
    this.#add(place.path, { before: "", after: leafJson(place.key, last), cause: null, text: null });
  }

  #add(path: string, leaf: Leaf): void {
    const leaves = this.leavesByPath.get(path);
    if (leaves) {
      leaves.push(leaf);
      return;
    }
    this.#charactersLeft -= path.length;
    if (this.#charactersLeft < 0) this.isTruncated = true;
    else this.leavesByPath.set(path, [leaf]);
  }
}

function belowElement({ path, depth, blocked }: Place): Place {
  if (blocked === null) return { path, key: null, depth: depth + 1, blocked };
  const next = stepToElement(blocked);
  return { path: `${path}[]`, key: null, depth: depth + 1, blocked: isAtEnd(next) ? null : next };
}

function measure(path: string, leaves: readonly Leaf[], digestKey?: string): OutlineEntry {
  let tokens = 0;
  let after = 0;
  const causes = new Set<Cause | null>();
  for (const leaf of leaves) {
    const size = countTokens(leaf.before);
    tokens += size;
    after += leaf.after === leaf.before ? size : countTokens(leaf.after);
    causes.add(leaf.cause);
  }
  const entry: OutlineEntry = { path, tokens };
  if (after !== tokens) {
    entry.after = after;
    const cause = CAUSES.find((one) => causes.has(one));
    if (cause !== undefined) entry.cause = cause;
  }
  const text = leaves.find(
    (leaf) => leaf.text !== null && [...leaf.text].length >= MIN_DIGESTED_LENGTH,
  )?.text;
  if (digestKey !== undefined && text != null) entry.digest = digest(text, digestKey);
  return entry;
}

function digest(text: string, key: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)).subarray(0, 8));
}

function leafJson(key: string | null, value: unknown): string {
  const json = JSON.stringify(value);
  return key === null ? json : `${JSON.stringify(key)}:${json}`;
}

function stepInto(steps: readonly ScopingStep[], key: string | number): readonly ScopingStep[] {
  if (steps.length === 0) return steps;
  return steps.map(({ cause, value }) => {
    const isEntered = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    return { cause, value: isEntered ? Reflect.get(value, key) : ABSENT };
  });
}

/** Returns true if a step kept a leaf: the same scalar, or an equally empty container. */
function isSameLeaf(left: unknown, leaf: unknown): boolean {
  if (typeof leaf !== "object" || leaf === null) return left === leaf;
  if (typeof left !== "object" || left === null || Array.isArray(left) !== Array.isArray(leaf)) return false;
  return Object.keys(left).length === 0;
}
