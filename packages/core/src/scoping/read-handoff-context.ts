import type { Finding } from "../finding";
import { isObject } from "../is-object";
import { toPointer } from "../schema-issue";
import { type HandoffContext, RESERVED_PART_NAMES } from "./handoff-context";

export type ReadHandoffContext = { ok: true; context: HandoffContext } | { ok: false; finding: Finding };

/**
 * Checks that a value is a context: an object with an optional object `prior_outputs` and an optional array
 * `observations`, without a part named like a scoped context's own key.
 *
 * @param value parsed JSON; not copied. Only its parts are checked.
 * @returns the context, or a finding with the code `malformed_context` or `reserved_part_name`, without
 * content.
 */
export function readHandoffContext(value: unknown): ReadHandoffContext {
  if (!isObject(value)) return refuse("malformed_context", [], "the context is not an object", SHAPE);
  const { prior_outputs = null, observations = null, original_input = null } = value;
  if (prior_outputs !== null && !isObject(prior_outputs)) {
    return refuse("malformed_context", ["prior_outputs"], "prior_outputs is not an object", SHAPE);
  }
  if (observations !== null && !Array.isArray(observations)) {
    return refuse("malformed_context", ["observations"], "observations is not an array", SHAPE);
  }
  const reserved = RESERVED_PART_NAMES.find((name) => Object.hasOwn(value, name));
  if (reserved !== undefined) {
    const message = `a part has the name \`${reserved}\`, which the scoped context itself uses`;
    return refuse("reserved_part_name", [reserved], message, "Give the part another name.");
  }
  const standardParts = {
    prior_outputs: prior_outputs ?? {},
    observations: observations ?? [],
    original_input,
  };
  return { ok: true, context: { ...value, ...standardParts } };
}

const SHAPE =
  'A context is { "prior_outputs": { agent: output }, "observations": [ … ], "original_input": …, further parts }.';

function refuse(code: string, path: readonly string[], message: string, hint: string): ReadHandoffContext {
  return { ok: false, finding: { code, severity: "error", path: toPointer(path), message, hint } };
}
