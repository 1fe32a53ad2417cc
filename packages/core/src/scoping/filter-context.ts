import type { HandoffMode } from "../policy/handoff-mode";
import { matchRule } from "../policy/match-rule";
import type { HandoffRule } from "../policy/policy";
import { type BlockedFields, type BlockedPatterns, joinBlockedPatterns } from "./blocked-fields";
import type { CompiledPolicy } from "./compile-policy";
import { addStep, type ContextPart, readParts, remainder } from "./context-part";
import type { FieldTrieNode } from "./field-trie";
import { EVERYTHING, REMOVED, TreeFilter } from "./filter-tree";
import type { HandoffContext } from "./handoff-context";
import type { Cause } from "./outcome";
import { isPlainObject, ownEntries, setOwn } from "./plain-data";
import { RemovedPaths } from "./removed-paths";
import { ValueBudget } from "./scoping-error";

/** A handoff as far as it decides what passes. */
export interface HandoffPair {
  readonly from: string;
  readonly to: string;
  readonly context: HandoffContext;
  /** Milliseconds since 1970: rules that have expired by then count as absent. */
  readonly now: number;
}

/** A context after scoping, part by part. */
export interface FilteredContext {
  readonly mode: HandoffMode;
  readonly rule: HandoffRule | null;
  readonly parts: readonly ContextPart[];
  readonly removed: RemovedPaths;
  /** The agents whose outputs strict enforcement dropped, since an allowed list says nothing of what is no object. */
  readonly droppedOutputs: readonly string[];
}

/**
 * Scopes a context without counting it: mode, allowed fields, blocked fields, plain data.
 *
 * @param options.explains whether each part shall also know what the allowed list alone left of it; this costs a second
 *   pass over the sender's output.
 * @throws ScopingError where the context is too deep, too large or has a part with a reserved name.
 */
export function filterContext(
  policy: CompiledPolicy,
  handoff: HandoffPair,
  options: { explains: boolean },
): FilteredContext {
  const match = policy.index && matchRule(policy.index, handoff.from, handoff.to, handoff);
  const rule = match?.rule ?? null;
  const mode = match?.mode ?? "minimal";
  const removed = new RemovedPaths();
  const parts = readParts(handoff.context, removed);
  const filter = new PartFilter({ policy, handoff, mode, rule, removed });
  const droppedOutputs: string[] = [];
  for (const part of parts) {
    if (part.kind === "part") filter.filterPart(part);
    else if (!filter.passesOutputOf(part.name)) filter.remove(part, "mode");
    else {
      filter.filterOutput(part, options);
      if (filter.dropsOutput(part)) {
        filter.remove(part, "dropped");
        droppedOutputs.push(part.name);
      }
    }
  }
  return { mode, rule, parts, removed, droppedOutputs };
}

class PartFilter {
  readonly #policy: CompiledPolicy;
  readonly #handoff: HandoffPair;
  readonly #mode: HandoffMode;
  readonly #allowedList: FieldTrieNode | null;
  readonly #blockedByRule: readonly BlockedPatterns[];
  readonly #blocked: BlockedFields;
  readonly #removed: RemovedPaths;
  readonly #budget = new ValueBudget();

  constructor(scope: {
    policy: CompiledPolicy;
    handoff: HandoffPair;
    mode: HandoffMode;
    rule: HandoffRule | null;
    removed: RemovedPaths;
  }) {
    const compiledRule = scope.rule && scope.policy.rules.get(scope.rule);
    this.#policy = scope.policy;
    this.#handoff = scope.handoff;
    this.#mode = scope.mode;
    this.#removed = scope.removed;
    this.#allowedList = (scope.mode === "scoped" && compiledRule?.allowed) || null;
    this.#blockedByRule = compiledRule
      ? [scope.policy.blocked, compiledRule.blocked]
      : [scope.policy.blocked];
    this.#blocked = joinBlockedPatterns(this.#blockedByRule);
  }

  passesOutputOf(agent: string): boolean {
    return this.#mode === "full" || (this.#mode === "scoped" && agent === this.#handoff.from);
  }

  /** An allowed list says nothing of an output that is no object: under strict enforcement it does not pass. */
  dropsOutput(part: ContextPart): boolean {
    const isGoverned = this.#allowedList !== null && this.#policy.enforcementLevel === "strict";
    return isGoverned && !isObject(part.before);
  }

  remove(part: ContextPart, cause: Cause): void {
    this.#removed.add(part.path);
    addStep(part, cause, REMOVED);
  }

  filterOutput(part: ContextPart, options: { explains: boolean }): void {
    const blocked = this.#blockedInOutputOf(part.name);
    const allowed = this.#allowedList !== null && isObject(part.before) ? [this.#allowedList] : EVERYTHING;
    if (allowed !== EVERYTHING && options.explains) {
      const unnamed = this.#filterTree(part, NOTHING_BLOCKED, new RemovedPaths()).filter(
        part.before,
        allowed,
      );
      addStep(part, "not_allowed", unnamed);
    }
    const left = this.#filterTree(part, blocked).filter(part.before, allowed);
    if (left === REMOVED) this.remove(part, "blocked");
    else addStep(part, "blocked", left);
  }

  filterPart(part: ContextPart): void {
    if (this.#mode === "minimal") this.#minimize(part);
    const left = remainder(part);
    if (left === REMOVED) return;
    const tree = this.#filterTree(part, this.#blocked);
    const kept =
      Array.isArray(left) && part.name !== "original_input" ? tree.filterElements(left) : tree.filter(left);
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
    const entries = ownEntries(input, (key) => this.#removed.add(part.path, [key]));
    for (const [key, value] of entries) {
      if (this.#policy.minimalInputFields.has(key)) setOwn(identifiers, key, value);
      else this.#removed.add(part.path, [key]);
    }
    return identifiers;
  }

  /** The standard parts and arrays become empty, other parts are left out; only what held something is named. */
  #removeWhole(part: ContextPart, cause: Cause): void {
    if (!isEmpty(part.before)) this.#removed.add(part.path);
    if (part.name === "original_input") addStep(part, cause, null);
    else if (!Array.isArray(part.before)) addStep(part, cause, REMOVED);
    else if (part.before.length > 0) addStep(part, cause, []);
  }

  /** A block is inherited: what agent X produced reaches the receiver without what the rule for X → receiver blocks. */
  #blockedInOutputOf(agent: string): BlockedFields {
    const { index, rules } = this.#policy;
    const match = index && matchRule(index, agent, this.#handoff.to, this.#handoff);
    const rule = match?.rule && rules.get(match.rule);
    return rule ? joinBlockedPatterns([...this.#blockedByRule, rule.blocked]) : this.#blocked;
  }

  #filterTree(part: ContextPart, blocked: BlockedFields, removed = this.#removed): TreeFilter {
    return new TreeFilter({ root: part.path, blocked, removed, budget: this.#budget });
  }
}

const NOTHING_BLOCKED = joinBlockedPatterns([]);

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null;
  return Reflect.ownKeys(value).length === (Array.isArray(value) ? 1 : 0);
}
