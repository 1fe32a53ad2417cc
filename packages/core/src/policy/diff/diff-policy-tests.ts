import canonicalize from "canonicalize";
import type { Policy } from "../policy";

/** Change of a policy test. */
export interface PolicyTestChange {
  readonly name: string;
  readonly kind: "added" | "removed" | "changed";
}

/** Compares the tests of two policies, by name. They change no handoff. */
export function diffPolicyTests(before: Policy, after: Policy): PolicyTestChange[] {
  const [old, renewed] = [byName(before), byName(after)];
  return [...new Set([...renewed.keys(), ...old.keys()])].flatMap((name) => {
    const [was, now] = [old.get(name), renewed.get(name)];
    if (was === now) return [];
    const kind = was === undefined ? "added" : now === undefined ? "removed" : "changed";
    return [{ name, kind }];
  });
}

function byName({ policy_tests: tests }: Policy): Map<string, string> {
  return new Map(tests.map((test) => [test.name, canonicalize(test) ?? ""]));
}
