import type { BlockedFields } from "./blocked-fields";
import {
  isAtEnd,
  leadsToKeys,
  NOWHERE,
  stepToElement,
  stepToKey,
  type TriePositions,
  weighPositions,
} from "./field-trie";
import { normalizeKey } from "./fold";
import {
  copyElements,
  copyUpTo,
  INHERITED,
  keepPlain,
  ownValue,
  withoutExtraKeys,
  withoutHiddenKeys,
} from "./keep-plain";
import { isPlain, isPlainArray, isPlainObject, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import type { RemovedPaths, Trail } from "./removed-paths";
import { MAX_DEPTH, ScopingError, type ValueBudget } from "./scoping-error";
import { redactBlockedText } from "./text/text-filter";

/** Passes everything: no list applies, or an allowed path ended above. */
export const EVERYTHING = null;

/** Current positions of the allowed paths. */
export type AllowedPositions = TriePositions | typeof EVERYTHING;

/**
 * Removes everything from trees that is not allowed, blocked, or not plain data. Compares both lists with the
 * original. The result shares unchanged subtrees and copies the others. Never changes the original or runs
 * its code: accessors are removed, not called.
 */
export class TreeFilter {
  readonly #blocked: BlockedFields;
  readonly #budget: ValueBudget;
  readonly #root: Trail;
  readonly #isKnownPlain: boolean;

  /**
   * @param options.root start of the paths of removed nodes, escaped. @param options.isKnownPlain true if the
   * values are known to be plain data. Then they are not searched for other data, and values that pass as a
   * whole are not visited.
   */
  constructor(options: {
    root: string;
    blocked: BlockedFields;
    removed: RemovedPaths;
    budget: ValueBudget;
    isKnownPlain: boolean;
  }) {
    this.#blocked = options.blocked;
    this.#budget = options.budget;
    this.#root = options.removed.at(options.root);
    this.#isKnownPlain = options.isKnownPlain && !isObjectPrototypeExtended();
  }

  /**
   * Filters a value at the start of paths: an agent's output, an observation, the input, a part that is not
   * an array.
   *
   * @param allowed start of the allowed paths; {@link EVERYTHING} if no list restricts the value.
   * @returns the value itself if nothing was removed, otherwise a copy; {@link REMOVED} if the value itself
   * is removed.
   * @throws ScopingError if it is nested too deeply or exceeds the budget.
   */
  filter(value: unknown, allowed: AllowedPositions = EVERYTHING): unknown {
    return this.#keep(value, this.#enter(allowed, this.#blocked.top, this.#root));
  }

  /** Filters a part that is an array, like {@link filter}: paths start at each of its elements. */
  filterElements(part: readonly unknown[]): unknown {
    return this.#keep(part, this.#enter(EVERYTHING, this.#blocked.topOfElements, this.#root));
  }

  #keep(value: unknown, verdict: Verdict): unknown {
    if (verdict === PASSES) return value;
    if (verdict === GOES) return REMOVED;
    if (verdict.isWhole) return keepPlain(value, verdict.trail, this.#budget);
    if (typeof value === "string") {
      return redactBlockedText(value, this.#blocked, verdict.blocked, verdict.trail);
    }
    if (typeof value !== "object" || value === null) {
      return this.#isKnownPlain || isPlain(value) ? value : REMOVED;
    }
    if (verdict.trail.depth >= MAX_DEPTH) throw new ScopingError("too_deep");
    return Array.isArray(value) ? this.#keepArray(value, verdict) : this.#keepObject(value, verdict);
  }

  #keepObject(object: object, verdict: PathVerdict): unknown {
    if (!isPlainObject(object)) return REMOVED;
    if (this.#isKnownPlain && verdict.allowed !== EVERYTHING) return this.#keepListed(object, verdict);
    let copy: Record<string, unknown> | undefined;
    let shownKeys = 0;
    for (const key in object) {
      const value = this.#isKnownPlain ? object[key] : ownValue(object, key);
      if (value === INHERITED) continue;
      shownKeys += 1;
      this.#budget.spend(1);
      const kept = this.#keepUnder(value, this.#checkKey(verdict, key));
      if (copy === undefined) {
        if (kept === value) continue;
        copy = copyUpTo(object, key);
      }
      if (kept !== REMOVED) setOwn(copy, key, kept);
    }
    if (this.#isKnownPlain) return copy ?? object;
    return withoutHiddenKeys(object, copy, shownKeys, verdict.trail);
  }

  /** Keeps the listed keys of plain data. Usually some are removed, so it copies from the first key on. */
  #keepListed(object: Readonly<Record<string, unknown>>, verdict: PathVerdict): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    let isChanged = false;
    for (const key in object) {
      this.#budget.spend(1);
      const kept = this.#keepUnder(object[key], this.#checkKey(verdict, key));
      if (kept !== object[key]) isChanged = true;
      if (kept !== REMOVED) setOwn(copy, key, kept);
    }
    return isChanged ? copy : object;
  }

  #keepArray(array: readonly unknown[], verdict: PathVerdict): unknown {
    if (!isPlainArray(array)) return REMOVED;
    const below = this.#checkElements(verdict);
    if (below === PASSES) return array;
    if (below === GOES && array.length > 0) {
      verdict.trail.remove(null);
      return [];
    }
    this.#budget.spend(array.length);
    let copy: unknown[] | undefined;
    let elements = 0;
    for (let index = 0; index < array.length; index += 1) {
      const value = this.#isKnownPlain ? array[index] : ownValue(array, index);
      if (value !== INHERITED) elements += 1;
      const kept = value === INHERITED || value === null ? value : this.#keepUnder(value, below);
      if (copy === undefined) {
        if (kept === value) continue;
        copy = copyElements(array, index);
      }
      copy.push(kept === REMOVED ? null : kept === INHERITED ? undefined : kept);
    }
    if (this.#isKnownPlain) return copy ?? array;
    return withoutExtraKeys(array, copy, elements, verdict.trail);
  }

  /** Keeps the value at a path below the top, or names it as removed. */
  #keepUnder(value: unknown, verdict: Verdict): unknown {
    if (verdict === PASSES) return value;
    if (verdict === GOES) return REMOVED;
    const kept = verdict.fits(value) ? this.#keep(value, verdict) : REMOVED;
    if (kept === REMOVED) verdict.trail.removeThis();
    return kept;
  }

  #checkKey(above: PathVerdict, key: string): Verdict {
    above.keys ??= new Map();
    const known = above.keys.get(key);
    if (known !== undefined) return known;
    const checked = this.#check(above, key);
    above.keys.set(key, checked);
    return checked;
  }

  /** Checks a key, and names it if it is removed. */
  #check({ allowed, blocked, trail }: PathVerdict, key: string): Verdict {
    this.#budget.spend(weighPositions(blocked));
    const blockedNext = this.#blocked.enter(blocked, key);
    if (this.#blocked.blocksName(key) || isAtEnd(blockedNext)) {
      trail.removeAs(this.#blocked.nameOf(blocked, key));
      return GOES;
    }
    if (allowed === EVERYTHING) return this.#enter(EVERYTHING, blockedNext, trail.under(key));
    this.#budget.spend(weighPositions(allowed));
    const allowedNext = stepToKey(allowed, normalizeKey(key));
    if (allowedNext.length === 0) {
      trail.remove(key);
      return GOES;
    }
    return this.#enter(allowedNext, blockedNext, trail.under(key));
  }

  #checkElements(above: PathVerdict): Verdict {
    if (above.elements !== null) return above.elements;
    this.#budget.spend(weighPositions(above.blocked) + weighPositions(above.allowed ?? NOWHERE));
    const blocked = stepToElement(above.blocked);
    const allowed = above.allowed === EVERYTHING ? EVERYTHING : stepToElement(above.allowed);
    above.elements = isAtEnd(blocked) ? GOES : this.#enter(allowed, blocked, above.trail.under(null));
    return above.elements;
  }

  #enter(allowed: AllowedPositions, blocked: TriePositions, trail: Trail): Verdict {
    const isWhole = allowed === EVERYTHING || isAtEnd(allowed);
    const isUnblocked = blocked.length === 0 && !this.#blocked.hasNames;
    if (isWhole && isUnblocked && this.#isKnownPlain) return PASSES;
    return new PathVerdict(isWhole ? EVERYTHING : allowed, blocked, trail, isWhole && isUnblocked);
  }
}

/** The value and everything below it pass, without a visit. */
const PASSES = Symbol("passes");

/** The value is removed in any case. */
const GOES = Symbol("goes");

/** Decision of the lists about a path, made once per filter for any number of values. */
type Verdict = typeof PASSES | typeof GOES | PathVerdict;

/** The decision depends on the value, and on the values below it. */
class PathVerdict {
  /** Decisions for the keys seen below it. */
  keys: Map<string, Verdict> | null = null;
  elements: Verdict | null = null;
  readonly #entersObjects: boolean;
  readonly #entersArrays: boolean;

  constructor(
    readonly allowed: AllowedPositions,
    readonly blocked: TriePositions,
    readonly trail: Trail,
    /** True if everything below passes as long as it is plain data. */
    readonly isWhole: boolean,
  ) {
    this.#entersObjects = allowed === EVERYTHING || leadsToKeys(allowed);
    this.#entersArrays = allowed === EVERYTHING || stepToElement(allowed).length > 0;
  }

  /**
   * Returns true if an allowed path that continues here can enter the value: arrays only with `[]`, scalars
   * never. `undefined` counts as absent.
   */
  fits(value: unknown): boolean {
    if (this.allowed === EVERYTHING || value === undefined) return true;
    if (typeof value !== "object" || value === null) return false;
    return Array.isArray(value) ? this.#entersArrays : this.#entersObjects;
  }
}

/**
 * Returns true if the prototype of all objects has additional enumerable keys, which iterations would
 * include.
 */
function isObjectPrototypeExtended(): boolean {
  for (const _ in {}) return true;
  return false;
}
