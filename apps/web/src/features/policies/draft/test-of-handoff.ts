import type { HandoffMode, OutlineEntry } from "@baton/core";
import { isAgentRoot, isObject, type OutlinePath, readOutlinePath } from "@baton/core/internal";
import { PolicyTest } from "@baton/core/policy";
import type { DraftContent } from "./draft-content";
import { parseContent } from "./read-policy";

/** A handoff, as a test repeats it. */
interface HandoffToTest {
  readonly from: string;
  readonly to: string;
  /** Null if the writer did not record it. */
  readonly mode: HandoffMode | null;
  readonly occurredAt: Date;
  readonly outline: readonly OutlineEntry[];
}

/** Replaces every value, because the outline has no content. */
const PLACEHOLDER = "value";

/** Causes by which rules about fields remove a whole field, with any value. */
const REMOVING_CAUSES: readonly (string | undefined)[] = ["blocked", "not_allowed", "mode"];

/**
 * Creates a policy test of a handoff: a context with the same fields, and which of them passed. Values are
 * placeholders, so the test copies no content.
 *
 * @returns null if no field can be tested.
 */
export function testOfHandoff({ from, to, mode, occurredAt, outline }: HandoffToTest): PolicyTest | null {
  const context: Record<string, unknown> = {};
  const outputs: Record<string, unknown> = {};
  const [absent, present]: [string[], string[]] = [[], []];
  for (const { path, cause, after } of outline) {
    const place = readOutlinePath(path);
    // A context's observations are an array; others did not reach the handoff.
    if (place.root.key === "observations" && place.root.arrays === 0) continue;
    if (!insert(isAgentRoot(place.root.key) ? outputs : context, place)) continue;
    if (cause === undefined) present.push(path);
    else if (REMOVING_CAUSES.includes(cause) && (after ?? 0) === 0) absent.push(path);
  }
  const parsed = PolicyTest.safeParse({
    name: `${from} → ${to}, ${occurredAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    from,
    to,
    context: { ...context, prior_outputs: outputs },
    expect: { absent, present, mode },
  });
  return parsed.success ? parsed.data : null;
}

/** Returns the content with a test added; null if it has one of this name, or is not a valid policy. */
export function addTest(content: DraftContent, test: PolicyTest | null): DraftContent | null {
  const parsed = parseContent(content);
  if (!parsed || !test || parsed.policy.policy_tests.some(({ name }) => name === test.name)) return null;
  const tests: unknown = content.section.policy_tests;
  return {
    ...content,
    section: { ...content.section, policy_tests: [...(Array.isArray(tests) ? tests : []), test] },
  };
}

/** Inserts a placeholder at a path. @returns false if another leaf is in the way. */
function insert(root: Record<string, unknown>, { root: first, steps }: OutlinePath): boolean {
  let parent = root;
  const path = [first, ...steps];
  for (const [index, { key, arrays }] of path.entries()) {
    const isLast = index === path.length - 1;
    if (key === "__proto__") return false;
    const known = Object.hasOwn(parent, key) ? unwrap(parent[key], arrays) : undefined;
    if (isLast) {
      if (known !== undefined) return false;
      parent[key] = wrap(PLACEHOLDER, arrays);
      return true;
    }
    if (known !== undefined && !isObject(known)) return false;
    const next: Record<string, unknown> = known ?? {};
    if (known === undefined) parent[key] = wrap(next, arrays);
    parent = next;
  }
  return false;
}

function wrap(value: unknown, arrays: number): unknown {
  return arrays === 0 ? value : wrap([value], arrays - 1);
}

/** Returns the first element below this number of arrays; null if the value has another form. */
function unwrap(value: unknown, arrays: number): unknown {
  if (arrays === 0) return Array.isArray(value) ? null : value;
  return Array.isArray(value) ? unwrap(value[0], arrays - 1) : null;
}
