import { isObject } from "../is-object";
import { KEPT_PARTS } from "../policy/default-names";
import { joinBlockedPatterns } from "./blocked-fields";
import type { CompiledPolicy } from "./compile-policy";
import { addStep, type ContextPart, isReserved, readParts, remainder } from "./context-part";
import { EVERYTHING, TreeFilter } from "./filter-tree";
import type { HandoffPair } from "./handoff";
import type { HandoffTerms } from "./handoff-terms";
import type { Cause } from "./outcome";
import { isPlain, isPlainObject, ownEntries, setOwn } from "./plain-data";
import { REMOVED } from "./removed";
import { RemovedPaths } from "./removed-paths";
import { ScopingError, ValueBudget } from "./scoping-error";

/** A context after scoping, part by part. */
export interface FilteredContext {
  readonly terms: HandoffTerms;
  readonly parts: readonly ContextPart[];
  readonly removed: RemovedPaths;
  /**
   * True if strict enforcement dropped the sender's output, because an allowed list does not apply to
   * non-objects.
   */
  readonly isOutputDropped: boolean;
  /** True if the context before scoping is known to be plain data. */
  readonly isKnownPlain: boolean;
}

/**
 * Scopes a context without counting it: mode, allowed fields, blocked fields, plain data.
 *
 * @param terms            terms of the policy for the two agents.
 * @param options.explains also returns what the allowed list alone left of each part; needs a second pass
 * over the sender's output.
 * @throws ScopingError if the context is too deep, too large or has a part with a reserved name.
 */
export function filterContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  terms: HandoffTerms,
  options: { explains: boolean },
): FilteredContext {
  const removed = new RemovedPaths();
  const parts = readParts(handoff.context, removed);
  if (parts.some(isReserved)) throw new ScopingError("reserved_part");
  const isStrict = policy.enforcementLevel === "strict";
  const isKnownPlain = Boolean(handoff.isParsedJson);
  const filter = new PartFilter({
    terms,
    removed,
    minimalInputFields: policy.minimalInputFields,
    isKnownPlain,
    ...options,
  });
  let isOutputDropped = false;
  for (const part of parts) {
    if (part.kind === "part") filter.filterPart(part);
    else if (terms.mode === "minimal" || (terms.mode === "scoped" && part.name !== handoff.from)) {
      filter.remove(part, "mode");
    } else {
      filter.filterOutput(part);
      if (terms.allowed === null || isObject(part.before) || !isStrict) continue;
      filter.remove(part, "dropped");
      isOutputDropped = true;
    }
  }
  return { terms, parts, removed, isOutputDropped, isKnownPlain };
}

class PartFilter {
  readonly #terms: HandoffTerms;
  readonly #minimalInputFields: ReadonlySet<string>;
  readonly #explains: boolean;
  readonly #isKnownPlain: boolean;
  readonly #removed: RemovedPaths;
  readonly #budget = new ValueBudget();

  constructor(options: {
    terms: HandoffTerms;
    minimalInputFields: ReadonlySet<string>;
    explains: boolean;
    isKnownPlain: boolean;
    removed: RemovedPaths;
  }) {
    this.#terms = options.terms;
    this.#minimalInputFields = options.minimalInputFields;
    this.#explains = options.explains;
    this.#isKnownPlain = options.isKnownPlain;
    this.#removed = options.removed;
  }

  remove(part: ContextPart, cause: Cause): void {
    this.#removed.add(part.path);
    addStep(part, cause, REMOVED);
  }

  filterOutput(part: ContextPart): void {
    const blocked = this.#terms.blockedInOutputOf(part.name);
    const list = isObject(part.before) ? this.#terms.allowed : null;
    const allowed = list === null ? EVERYTHING : [list];
    if (list !== null && this.#explains) {
      const tree = this.#treeFilter(part, NOTHING_BLOCKED, new RemovedPaths());
      addStep(part, "not_allowed", tree.filter(part.before, allowed));
    }
    const left = this.#treeFilter(part, blocked).filter(part.before, allowed);
    if (left === REMOVED) this.remove(part, "blocked");
    else addStep(part, "blocked", left);
  }

  filterPart(part: ContextPart): void {
    if (this.#terms.mode === "minimal" && !KEPT_PARTS.includes(part.name)) this.#minimize(part);
    const left = remainder(part);
    const tree = this.#treeFilter(part, this.#terms.blocked);
    const isList = Array.isArray(left) && part.name !== "original_input";
    const kept = isList ? tree.filterElements(left) : tree.filter(left);
    if (kept === REMOVED) this.#removeWhole(part, "blocked");
    else addStep(part, "blocked", kept);
  }

  #minimize(part: ContextPart): void {
    if (part.name === "original_input" && isObject(part.before) && isPlainObject(part.before)) {
      addStep(part, "mode", this.#pickIdentifiers(part, part.before));
    } else this.#removeWhole(part, "mode");
  }

  #pickIdentifiers(part: ContextPart, input: object): Record<string, unknown> {
    const identifiers: Record<string, unknown> = {};
    const entries = ownEntries(input, (key) => this.#removed.add(part.path, key));
    for (const [key, value] of entries) {
      if (this.#minimalInputFields.has(key)) setOwn(identifiers, key, value);
      else this.#removed.add(part.path, key);
    }
    return identifiers;
  }

  /** Empties standard parts and arrays, removes other parts, and names those that had content. */
  #removeWhole(part: ContextPart, cause: Cause): void {
    if (!isEmpty(part.before)) this.#removed.add(part.path);
    if (part.name === "original_input") addStep(part, cause, null);
    else if (!Array.isArray(part.before)) addStep(part, cause, REMOVED);
    else if (part.before.length > 0) addStep(part, cause, []);
  }

  #treeFilter(part: ContextPart, blocked = this.#terms.blocked, removed = this.#removed): TreeFilter {
    const { path: root } = part;
    return new TreeFilter({ root, blocked, removed, budget: this.#budget, isKnownPlain: this.#isKnownPlain });
  }
}

const NOTHING_BLOCKED = joinBlockedPatterns([]);

/** Returns true for null, an empty object and an empty array. */
export function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value === null;
  return Reflect.ownKeys(value).length === (Array.isArray(value) ? 1 : 0);
}
