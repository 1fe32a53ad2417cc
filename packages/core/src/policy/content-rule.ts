import { z } from "zod";
import { CONTENT_ACTIONS, DETECTOR_NAMES, needsPattern } from "../content/content-rule-names";
import { ANY_AGENT } from "./default-names";
import { objectIgnoringNulls, RuleAgent } from "./rule-agent";

/** Characters of a pattern or glob; longer ones would take long to compile. */
const MAX_PATTERN = 1_000;

/**
 * A rule about what texts contain, whichever field they are in. Every rule for a pair of agents applies, in
 * addition to the rule that decides about fields. `rule_id` appears in redacted texts.
 */
export const ContentRule = objectIgnoringNulls({
  rule_id: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "1 to 100 letters, digits, `_`, `-` or `.`; redacted texts contain it"),
  from_agent_id: RuleAgent.default(ANY_AGENT),
  to_agent_id: RuleAgent.default(ANY_AGENT),
  detector: z.enum(DETECTOR_NAMES),
  /** RE2 syntax for the detector `pattern`, a glob for `file_path`; absent for the others. */
  pattern: z.string().min(1).max(MAX_PATTERN).optional(),
  action: z.enum(CONTENT_ACTIONS),
  description: z.string().optional(),
}).superRefine(({ detector, pattern }, context) => {
  if (needsPattern(detector) === (pattern !== undefined)) return;
  const message = needsPattern(detector)
    ? `the detector \`${detector}\` needs a pattern`
    : `the detector \`${detector}\` takes no pattern`;
  context.addIssue({ code: "custom", path: ["pattern"], message });
});
export type ContentRule = z.infer<typeof ContentRule>;
