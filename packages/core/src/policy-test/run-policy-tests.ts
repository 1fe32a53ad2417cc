import { compileWithDetectors } from "../content/compile-with-detectors";
import type { Finding } from "../finding";
import { isObject } from "../is-object";
import { scopeMessages } from "../messages/scope-messages";
import { type OutlinePath, readOutlinePath } from "../policy/outline-path";
import type { ParsedPolicy } from "../policy/parse-policy";
import type { PolicyTest } from "../policy/policy-test";
import { ENFORCED } from "../policy/switch-setting";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { type FieldSegment, parseFieldPattern } from "../scoping/field-pattern";
import { normalizeKey } from "../scoping/fold";
import { readHandoffContext } from "../scoping/read-handoff-context";
import { scopeContext } from "../scoping/scope-context";
import type { ContextHandoffEvent, OutlineEntry } from "../session/context-handoff";

/** Result of one policy test. */
export interface PolicyTestResult {
  readonly name: string;
  readonly passes: boolean;
  /** Differences from what the test expects, one sentence each; empty if it passes. */
  readonly failures: readonly string[];
  /** The rule that decided; null without one. */
  readonly ruleId: string | null;
}

/**
 * Runs the tests of a policy, as if it were enforced. Never throws because of a test.
 *
 * @param policy from `parsePolicy`.
 * @param options.now milliseconds since 1970; expired rules do not apply.
 * @param options.omitsSecretRules true where secrets cannot be found, such as in a browser: a rule that cannot search a
 *   text withholds it.
 * @returns a result for each test, in their order.
 */
export async function runPolicyTests(
  { policy }: Pick<Extract<ParsedPolicy, { ok: true }>, "policy">,
  { now, omitsSecretRules = false }: { now: number; omitsSecretRules?: boolean },
): Promise<PolicyTestResult[]> {
  if (policy.policy_tests.length === 0) return [];
  const compiled = await compileWithDetectors({
    version: "",
    section: {},
    switch: ENFORCED,
    policy: {
      ...policy,
      // The event has the outcome of each field.
      audit_all_handoffs: true,
      content_rules: policy.content_rules.filter(
        ({ detector }) => !omitsSecretRules || detector !== "secret",
      ),
    },
  });
  return policy.policy_tests.map((test) => runTest(compiled, test, now));
}

/** Returns a finding with the code `policy_test_failed` for each test that fails; it prevents publication. */
export function listTestFailures(
  results: readonly PolicyTestResult[],
  { sectionPath = "" }: { sectionPath?: string } = {},
): Finding[] {
  return results.flatMap(({ passes, name, failures }, position) => {
    if (passes) return [];
    return {
      code: "policy_test_failed",
      severity: "error",
      path: `${sectionPath}/policy_tests/${position}`,
      message: `the policy test “${name}” fails: ${failures.join("; ")}`,
      hint: "Correct the rules, or the test if it expects the wrong result.",
    };
  });
}

/** Result of a handoff: its event, and whether a place passes; null if the input does not contain the place. */
interface Outcome {
  readonly event: ContextHandoffEvent | null;
  readonly refusal: string | null;
  passesAt(place: string): boolean | null;
}

function runTest(policy: CompiledPolicy, test: PolicyTest, now: number): PolicyTestResult {
  const { name, expect } = test;
  const outcome = handOver(policy, test, now);
  if (typeof outcome === "string") return { name, passes: false, failures: [outcome], ruleId: null };
  const { event, refusal } = outcome;
  const mode = event?.handoff_mode ?? null;
  const failures = [
    ...expect.absent.flatMap((place) => describeFailure(outcome, place, { isExpected: false })),
    ...expect.present.flatMap((place) => describeFailure(outcome, place, { isExpected: true })),
    ...(expect.mode !== undefined && mode !== expect.mode
      ? [`the mode is ${mode ?? "unknown"}, not ${expect.mode}`]
      : []),
    ...(expect.refused !== undefined && (refusal !== null) !== expect.refused
      ? [refusal === null ? "no content rule refuses it" : `a content rule refuses it: ${refusal}`]
      : []),
  ];
  return { name, passes: failures.length === 0, failures, ruleId: event?.governance_rule_id ?? null };
}

function describeFailure(
  { passesAt }: Outcome,
  place: string,
  { isExpected }: { isExpected: boolean },
): string[] {
  const passes = passesAt(place);
  if (passes === null) return [`\`${place}\` is not in the input of the test`];
  if (passes === isExpected) return [];
  return [isExpected ? `\`${place}\` does not pass` : `\`${place}\` passes`];
}

const PURE = { sessionId: "policy-test", newId: () => "policy-test" };

/** @returns the outcome, or why the input is invalid. */
function handOver(policy: CompiledPolicy, test: PolicyTest, now: number): Outcome | string {
  const { from, to, context, messages, text } = test;
  if (messages !== undefined) {
    const scoped = scopeMessages(policy, { from, to, messages, now, ...PURE });
    return { ...scoped, passesAt: searchTexts(listTexts(messages), listTexts(scoped.messages)) };
  }
  const read = readHandoffContext(context ?? { prior_outputs: { [from]: text } });
  if (!read.ok) return read.finding.message;
  const { scoped, event, refusal } = scopeContext(policy, { from, to, context: read.context, now, ...PURE });
  if (text !== undefined)
    return { event, refusal, passesAt: searchTexts([text], listTexts(scoped.prior_outputs)) };
  const outline = (event?.outline ?? []).map((entry) => ({ entry, path: readOutlinePath(entry.path) }));
  return {
    event,
    refusal,
    passesAt: (place) => {
      const within = outline.filter(({ path }) => isWithin(path, place));
      return within.length === 0 ? null : within.some(({ entry }) => hasPassed(entry));
    },
  };
}

function searchTexts(before: readonly string[], after: readonly string[]): Outcome["passesAt"] {
  return (place) =>
    before.some((each) => each.includes(place)) ? after.some((each) => each.includes(place)) : null;
}

/** Returns the strings of a JSON value, at any depth. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}

function hasPassed({ cause, after, tokens }: OutlineEntry): boolean {
  return cause === undefined || (after ?? tokens) > 0;
}

/** Returns true if a leaf is a place, or below it. The place is a field pattern. */
function isWithin({ root, steps }: OutlinePath, place: string): boolean {
  const parsed = parseFieldPattern(place);
  if (!parsed.ok) return false;
  const path = [root, ...steps];
  return parsed.segments.every((segment, index) => {
    const step = path[index];
    return step !== undefined && isAt(segment, step, { isLast: index === parsed.segments.length - 1 });
  });
}

function isAt(
  { key, arrays }: FieldSegment,
  step: { key: string; arrays: number },
  { isLast }: { isLast: boolean },
): boolean {
  const isSameKey = key === null || key === normalizeKey(step.key);
  // `items` contains `items[].name`.
  return isSameKey && (isLast ? arrays <= step.arrays : arrays === step.arrays);
}
