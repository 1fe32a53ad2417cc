import { z } from "zod";
import { type Finding, MAX_FINDINGS } from "../finding";
import { isObject } from "../is-object";
import { HANDOFF_MODES } from "./handoff-mode";
import { ENFORCEMENT_LEVELS, Policy, SCHEMA_VERSION } from "./policy";
import type { PolicySwitch } from "./policy-switch";
import { policyVersion } from "./policy-version";
import { findIssues } from "./schema-findings";
import { ENFORCED } from "./switch-setting";
import { findUnknownSettings } from "./unknown-settings";

export const POLICY_SECTION = "multi_agent_handoffs";
const PATH_AT_TOP = `/${POLICY_SECTION}`;
const PATH_UNDER_POLICIES = `/policies/${POLICY_SECTION}`;

const AtTop = z.object({ [POLICY_SECTION]: Policy }).transform((document) => document[POLICY_SECTION]);
const UnderPolicies = z.object({ policies: AtTop }).transform(({ policies }) => policies);

export type ParsedPolicy =
  | {
      ok: true;
      /** The section with every default filled in. */
      policy: Policy;
      version: string;
      /** The switch that the version includes. */
      switch: PolicySwitch;
      /** The section as written. */
      section: Record<string, unknown>;
      /** JSON Pointer (RFC 6901) of the section in the document; paths of findings start with it. */
      sectionPath: string;
      /** The whole document as given, including foreign sections. */
      document: Record<string, unknown>;
      /** Warnings about unknown values, which are treated as strictly as possible, and unknown settings. */
      findings: Finding[];
    }
  | { ok: false; findings: Finding[] };

/**
 * Parses a policy document (`governance_policies.json`). Its section `multi_agent_handoffs` is at the top or
 * under `policies`, not in both. `null` counts as absent. An unknown mode becomes `minimal`; an unknown
 * `schema_version` makes every mode `minimal`.
 *
 * @param document     parsed JSON; never changed.
 * @param policySwitch part of the version; enforced by default.
 * @returns the policy, or the findings that reject it. Never throws.
 */
export function parsePolicy(document: unknown, policySwitch: PolicySwitch = ENFORCED): ParsedPolicy {
  if (!isObject(document)) return refuse("malformed_policy", "", "a policy document is a JSON object");
  const atTop = ownSection(document);
  const underPolicies = isObject(document.policies) ? ownSection(document.policies) : null;
  if (atTop !== null && underPolicies !== null) {
    return refuse(
      "section_in_both_places",
      PATH_UNDER_POLICIES,
      `the document has the section both at ${PATH_AT_TOP} and at ${PATH_UNDER_POLICIES}, so it is unclear which one applies`,
    );
  }
  const section = atTop ?? underPolicies;
  if (section === null) return refuse("section_missing", "", `the document has no section ${POLICY_SECTION}`);

  const parsed = atTop === null ? UnderPolicies.safeParse(document) : AtTop.safeParse(document);
  if (!parsed.success || !isObject(section)) {
    const issues = parsed.error ? findIssues(parsed.error, document, "malformed_policy") : [];
    return { ok: false, findings: issues };
  }
  const sectionPath = atTop === null ? PATH_UNDER_POLICIES : PATH_AT_TOP;
  const version = versionOrNull(section, policySwitch);
  if (version === null) return refuse("malformed_policy", sectionPath, "the section is nested too deep");
  return {
    ok: true,
    policy: parsed.data,
    version,
    switch: policySwitch,
    section,
    sectionPath,
    document,
    findings: findUnknowns(section, sectionPath),
  };
}

/** Finds values and settings that this release does not know, with how they are treated. */
function findUnknowns(section: Record<string, unknown>, base: string): Finding[] {
  const rules: unknown[] = Array.isArray(section.agent_handoff_rules) ? section.agent_handoff_rules : [];
  return [
    ...findUnknown(section.schema_version, {
      known: [SCHEMA_VERSION],
      code: "unknown_schema_version",
      path: `${base}/schema_version`,
      consequence: "every handoff is minimal",
    }),
    ...findUnknown(section.default_handoff_mode, {
      known: HANDOFF_MODES,
      code: "unknown_handoff_mode",
      path: `${base}/default_handoff_mode`,
      consequence: "it is treated as minimal",
    }),
    ...findUnknown(section.enforcement_level, {
      known: ENFORCEMENT_LEVELS,
      code: "unknown_enforcement_level",
      path: `${base}/enforcement_level`,
      consequence: "it is treated as strict",
    }),
    ...rules.flatMap((rule, index) =>
      findUnknown(isObject(rule) ? rule.handoff_mode : undefined, {
        known: HANDOFF_MODES,
        code: "unknown_handoff_mode",
        path: `${base}/agent_handoff_rules/${index}/handoff_mode`,
        consequence: "it is treated as minimal",
      }),
    ),
    ...findUnknownSettings(section).map((finding) => ({ ...finding, path: `${base}${finding.path}` })),
  ].slice(0, MAX_FINDINGS);
}

function findUnknown(
  value: unknown,
  place: { known: readonly unknown[]; code: string; path: string; consequence: string },
): Finding[] {
  if (value === undefined || value === null || place.known.includes(value)) return [];
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeof value;
  return [
    {
      code: place.code,
      severity: "warning",
      path: place.path,
      message: `the value (${shown}) is unknown to this release, so ${place.consequence}`,
      hint: `Use ${place.known.map((one) => JSON.stringify(one)).join(" or ")}.`,
    },
  ];
}

function versionOrNull(section: unknown, policySwitch: PolicySwitch): string | null {
  try {
    return policyVersion(section, policySwitch);
  } catch {
    return null;
  }
}

function ownSection(parent: Record<string, unknown>): unknown {
  return Object.hasOwn(parent, POLICY_SECTION) ? (parent[POLICY_SECTION] ?? null) : null;
}

function refuse(code: string, path: string, message: string): ParsedPolicy {
  const hint = HINTS[code] ?? "Correct the document; until then the last valid policy stays in force.";
  return { ok: false, findings: [{ code, severity: "error", path, message, hint }] };
}

const HINTS: Record<string, string> = {
  section_missing: `Add ${POLICY_SECTION} at the top of the document or under "policies".`,
  section_in_both_places: "Remove one of the two.",
};
