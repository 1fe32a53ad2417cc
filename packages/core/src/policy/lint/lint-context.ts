import type { Detectors } from "../../content/detectors";
import type { Finding } from "../../finding";
import type { PolicyIndex } from "../match-rule";
import type { Policy } from "../policy";

/** Input of every lint. */
export interface LintContext {
  readonly policy: Policy;
  readonly index: PolicyIndex;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** JSON Pointer of the policy's section, where the paths of findings start. */
  readonly sectionPath: string;
  /** Agents with a handoff so far; null if unknown. */
  readonly seenAgents: ReadonlySet<string> | null;
  /** Outline paths of handoffs; null if unknown. */
  readonly seenFields: readonly string[] | null;
  /** Detectors that compile patterns of content rules; null if not loaded. */
  readonly detectors: Detectors | null;
}

/** Checks one aspect of a policy. */
export type Lint = (context: LintContext) => Finding[];

/** Creates a warning about the policy, at `place` in its section: the keys and indices of the value. */
export function warn(
  context: LintContext,
  place: readonly (string | number)[],
  warning: Pick<Finding, "code" | "message" | "hint">,
): Finding {
  const path = [context.sectionPath, ...place].join("/");
  return { code: warning.code, severity: "warning", path, message: warning.message, hint: warning.hint };
}

/** Returns the place of a rule, or of its field, in the policy's section. */
export function placeOf(position: number, ...rest: (string | number)[]): (string | number)[] {
  return ["agent_handoff_rules", position, ...rest];
}

/** Formats names for a message: `` `a`, `b` and `c` ``. */
export function quoteAll(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} and ${last}`;
}
