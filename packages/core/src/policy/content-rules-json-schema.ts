import { z } from "zod";
import { DETECTOR_NAMES, needsPattern } from "../content/content-rule-names";
import { ContentRule } from "./content-rule";
import { RESERVED_AGENT_IDS } from "./default-names";

/** Returns the published form of the setting `content_rules`, JSON Schema draft-07. */
export function contentRulesJsonSchema(): object {
  const { $schema, ...rule } = z.toJSONSchema(ContentRule, { target: "draft-7" });
  const agent = { type: "string", minLength: 1, maxLength: 256, not: { enum: [...RESERVED_AGENT_IDS] } };
  const withPattern = { properties: { detector: { enum: DETECTOR_NAMES.filter(needsPattern) } } };
  return {
    $schema,
    type: "array",
    items: {
      ...rule,
      properties: {
        ...rule.properties,
        from_agent_id: { ...agent, default: "*" },
        to_agent_id: { ...agent, default: "*" },
      },
      required: ["rule_id", "detector", "action"],
      additionalProperties: true,
      if: withPattern,
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { required: ["pattern"] },
      else: { properties: { pattern: false } },
    },
  };
}
