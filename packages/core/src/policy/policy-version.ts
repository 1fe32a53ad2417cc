import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { isObject } from "../is-object";
import type { PolicySwitch } from "./policy-switch";

/**
 * Returns the version of a policy: hex SHA-256 of the canonical JSON (RFC 8785) of the section as written,
 * without defaults, together with the switch. Ignores comments (keys that start with `_`, at any depth), and
 * an empty list of content rules.
 *
 * @throws RangeError if the section is nested thousands of levels deep.
 */
export function policyVersion(section: unknown, policySwitch: PolicySwitch): string {
  const canonical = canonicalize({
    multi_agent_handoffs: withoutEmptyRules(withoutComments(section)),
    switch: { enabled: policySwitch.enabled, observe: policySwitch.observe },
  });
  return bytesToHex(sha256(utf8ToBytes(canonical ?? "")));
}

function withoutComments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutComments);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith("_"))
      .map(([key, field]) => [key, withoutComments(field)]),
  );
}

/** No content rules are the same policy, whether the list is empty or absent. */
function withoutEmptyRules(section: unknown): unknown {
  if (!isObject(section) || !Array.isArray(section.content_rules) || section.content_rules.length > 0)
    return section;
  const { content_rules: _none, ...rest } = section;
  return rest;
}
