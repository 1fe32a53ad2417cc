import { z } from "zod";
import { CONTENT_ACTIONS, DETECTOR_NAMES } from "../content/content-rule-names";

/** Matches of a content rule in a field: their number, and never the matched text. */
export const ContentFinding = z.looseObject({
  rule_id: z.string(),
  detector: z.enum(DETECTOR_NAMES),
  /** Outline path of the field; empty for a text of its own. */
  path: z.string(),
  count: z.int().positive(),
  action: z.enum(CONTENT_ACTIONS),
});
export type ContentFinding = z.infer<typeof ContentFinding>;
