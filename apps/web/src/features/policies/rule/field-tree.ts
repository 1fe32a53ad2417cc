import type { Cause, Policy } from "@baton/core";
import { compileForChecks, scopeOutline } from "@baton/core/internal";
import { ANY_AGENT, type HandoffRule } from "@baton/core/policy";
import { isOutputOf, type ObservedField, splitRoot } from "./observed-fields";

/** A field of a sender's output, with the fields below it. */
export interface FieldNode {
  /** Its last key, with `[]` for a list. */
  readonly label: string;
  /** As a rule names it: `damage.parts[].price`. */
  readonly pattern: string;
  /** Number of handoffs with the field; a lower bound for a container. */
  readonly handoffs: number;
  /** Paths in outlines of what it contains, or its own. */
  readonly leaves: readonly string[];
  readonly children: readonly FieldNode[];
}

/** Outcome of a field of which only the path is known. */
export interface FieldOutcome {
  /** The step that removes it; null if it passes. */
  readonly cause: Cause | null;
  /** True if it is blocked, whichever step removes it first. */
  readonly isBlocked: boolean;
}

/** Choices for a field. */
export type FieldChoice = "pass" | "drop" | "block";

/** Matches a key of a path with its lists. */
const STEP = /((?:\\.|[^\\.[\]])+)((?:\[\])*)/gs;

/** Compiled policies: 500 rules take longer than a click may. */
const compiledPolicies = new WeakMap<Policy, ReturnType<typeof compileForChecks>>();

/** Returns the fields of a sender's output as a tree, most handoffs first. */
export function growFieldTree(seen: readonly ObservedField[], sender: string): FieldNode[] {
  interface Growing extends Omit<FieldNode, "children" | "handoffs" | "leaves"> {
    handoffs: number;
    leaves: string[];
    children: Map<string, Growing>;
  }
  const top = new Map<string, Growing>();
  for (const { path, handoffs } of seen) {
    if (!isOutputOf(path, sender)) continue;
    let level = top;
    let above = "";
    for (const [step, key = ""] of splitRoot(path).rest.matchAll(STEP)) {
      const node: Growing = level.get(step) ?? {
        label: step,
        pattern: above + key,
        handoffs: 0,
        leaves: [],
        children: new Map(),
      };
      level.set(step, node);
      node.handoffs = Math.max(node.handoffs, handoffs);
      node.leaves.push(path);
      level = node.children;
      above += `${step}.`;
    }
  }
  const finish = (level: Map<string, Growing>): FieldNode[] =>
    [...level.values()]
      .map((node) => ({ ...node, children: finish(node.children) }))
      .sort((a, b) => b.handoffs - a.handoffs || (a.label < b.label ? -1 : 1));
  return finish(top);
}

/**
 * Returns what a policy does with each path.
 *
 * @param pair the agents; `*` means an agent that no rule names.
 */
export function findOutcomes(
  policy: Policy,
  pair: { from: string; to: string },
  paths: readonly string[],
  now: number,
): ReadonlyMap<string, FieldOutcome> {
  const compiled = compiledPolicies.get(policy) ?? compileForChecks(policy);
  compiledPolicies.set(policy, compiled);
  const scopes = new Map<string, ReturnType<typeof scopeOutline>>();
  const scopeOf = (from: string) => {
    const scope = scopes.get(from) ?? scopeOutline(compiled, { from, to: pair.to, now });
    scopes.set(from, scope);
    return scope;
  };
  return new Map(
    paths.map((path) => {
      const from = pair.from === ANY_AGENT ? splitRoot(path).root : pair.from;
      const scope = scopeOf(from);
      return [path, { cause: scope.outcomeOf(path).cause, isBlocked: scope.findBlocked(path) !== null }];
    }),
  );
}

/** Returns what becomes of a field; null for a container whose fields differ. */
export function readChoice(node: FieldNode, outcomes: ReadonlyMap<string, FieldOutcome>): FieldChoice | null {
  const choices = new Set(
    node.leaves.map((leaf): FieldChoice => {
      const outcome = outcomes.get(leaf);
      if (outcome?.isBlocked) return "block";
      return outcome?.cause === null ? "pass" : "drop";
    }),
  );
  const [choice] = choices;
  return choices.size === 1 && choice ? choice : null;
}

/** Returns the reason why a field cannot be dropped by this rule without being blocked; null if it can. */
export function whyNotDropped({ handoff_mode: mode, allowed_context_fields: allowed }: HandoffRule) {
  if (mode === "minimal") return "Mode minimal passes no field of an output.";
  if (mode === "full") return "Mode full passes every field. Block it, or use mode scoped.";
  return allowed === undefined ? "This rule passes all fields. Block it, or list the allowed fields." : null;
}

/**
 * Returns the changes of a rule after which it treats a field as chosen, and all other observed fields as before.
 * A name that is blocked everywhere, or that a pattern with `*` covers, keeps its outcome.
 */
export function chooseField(
  rule: HandoffRule,
  tree: readonly FieldNode[],
  { pattern }: FieldNode,
  choice: FieldChoice,
): Partial<HandoffRule> {
  const { allowed_context_fields: allowed, blocked_context_fields: blocked } = rule;
  const outside = (entry: string) => !covers(pattern, entry);
  // A list that names a container of the field names the container's other fields instead.
  const except = (list: readonly string[]) =>
    list
      .filter(outside)
      .flatMap((entry) => (covers(entry, pattern) ? without(tree, entry, pattern) : [entry]));
  if (choice === "block") {
    return {
      blocked_context_fields: [...blocked.filter(outside), pattern],
      ...(allowed && { allowed_context_fields: allowed.filter(outside) }),
    };
  }
  const unblocked = { blocked_context_fields: except(blocked) };
  if (!allowed) return unblocked;
  if (choice === "drop") return { ...unblocked, allowed_context_fields: except(allowed) };
  const isCovered = allowed.some((entry) => covers(entry, pattern));
  return {
    ...unblocked,
    allowed_context_fields: isCovered ? [...allowed] : [...allowed.filter(outside), pattern],
  };
}

/** Returns true if a pattern names a field or something that contains it. */
function covers(pattern: string, field: string): boolean {
  return field === pattern || field.startsWith(`${pattern}.`) || field.startsWith(`${pattern}[`);
}

/** Returns the observed fields below `entry` that together are all but `field`. */
function without(nodes: readonly FieldNode[], entry: string, field: string): string[] {
  return nodes.flatMap((node) => {
    if (covers(node.pattern, entry) && node.pattern !== entry) return without(node.children, entry, field);
    if (!covers(entry, node.pattern) || node.pattern === field) return [];
    if (node.pattern !== entry && !covers(node.pattern, field)) return [node.pattern];
    return without(node.children, entry, field);
  });
}
