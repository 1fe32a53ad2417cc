import { type ParsedPolicy, POLICY_SECTION, type Policy, parsePolicy } from "@baton/core";
import type { DraftContent } from "./draft-content";

/**
 * What a content comes to, and what was found as it was read: a value that nobody knows is another one in the
 * policy, and only what was written says so. Null where it is no policy.
 */
export function parseContent({
  section,
  policySwitch,
}: DraftContent): Extract<ParsedPolicy, { ok: true }> | null {
  const parsed = parsePolicy({ [POLICY_SECTION]: section }, policySwitch);
  return parsed.ok ? parsed : null;
}

/** The policy that a content comes to; null where it is none. */
export function readPolicy(content: DraftContent): Policy | null {
  return parseContent(content)?.policy ?? null;
}
