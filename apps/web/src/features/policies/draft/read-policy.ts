import { type ParsedPolicy, type Policy, parsePolicy } from "@baton/core";
import { POLICY_SECTION } from "@baton/core/policy";
import type { DraftContent } from "./draft-content";

/**
 * Parses a content with its findings: the policy replaces unknown values, so only the source text can
 * report them. Null if it is not a valid policy.
 */
export function parseContent({
  section,
  policySwitch,
}: DraftContent): Extract<ParsedPolicy, { ok: true }> | null {
  const parsed = parsePolicy({ [POLICY_SECTION]: section }, policySwitch);
  return parsed.ok ? parsed : null;
}

/** Returns the policy of a content; null if it is invalid. */
export function readPolicy(content: DraftContent): Policy | null {
  return parseContent(content)?.policy ?? null;
}
