import type { Finding } from "../../finding";
import type { PolicyIndex } from "../match-rule";
import type { Policy } from "../policy";

/** What every lint is given. */
export interface LintContext {
  readonly policy: Policy;
  readonly index: PolicyIndex;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** JSON Pointer of the policy's section: where the paths of findings begin. */
  readonly sectionPath: string;
  /** Agents that took part in a handoff; null where that is not known. */
  readonly seenAgents: ReadonlySet<string> | null;
  /** Paths of the outlines of handoffs; null where they are not known. */
  readonly seenFields: readonly string[] | null;
}

/** Judges one thing about a policy. */
export type Lint = (context: LintContext) => Finding[];

/** A warning about the policy, at `place` of its section: keys and indices on the way there. */
export function warn(
  context: LintContext,
  place: readonly (string | number)[],
  warning: Pick<Finding, "code" | "message" | "hint">,
): Finding {
  const path = [context.sectionPath, ...place].join("/");
  return { code: warning.code, severity: "warning", path, message: warning.message, hint: warning.hint };
}

/** The place of a rule in the policy's section, or of a field of it. */
export function placeOf(position: number, ...rest: (string | number)[]): (string | number)[] {
  return ["agent_handoff_rules", position, ...rest];
}

/** Names as they stand in a message: `` `a`, `b` and `c` ``. */
export function quoteAll(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} and ${last}`;
}
