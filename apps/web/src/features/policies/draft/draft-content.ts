import { exportPolicy, type Finding, importPolicy, type PolicySwitch } from "@baton/core";
import { isSameSection, type PolicySection } from "./policy-section";

/** All that a version of a policy is made of. */
export interface DraftContent {
  /** The text of the document that the section is written into, foreign sections and all. */
  readonly document: string;
  readonly section: PolicySection;
  readonly policySwitch: PolicySwitch;
}

/** The same as it is sent and kept: the section stands in the document. */
export interface StoredContent {
  readonly document: string;
  readonly policySwitch: PolicySwitch;
}

export type ReadContent = { ok: true; content: DraftContent } | { ok: false; findings: Finding[] };

/**
 * What a workspace begins with that has no policy: no rule, and nothing is scoped until the switch is turned.
 */
export const EMPTY_CONTENT: DraftContent = {
  document: "",
  section: { agent_handoff_rules: [] },
  policySwitch: { enabled: false, observe: true },
};

/** Takes a document apart; refused where no policy can be read from it. */
export function readContent({ document, policySwitch }: StoredContent): ReadContent {
  const parsed = importPolicy(document, policySwitch);
  if (!parsed.ok) return parsed;
  return { ok: true, content: { document, section: parsed.section, policySwitch } };
}

/**
 * Writes the section into its document, which stays byte for byte where nothing was changed.
 *
 * @throws where the document is no JSON object, which one that was read cannot be.
 */
export function storeContent({ document, section, policySwitch }: DraftContent): StoredContent {
  const exported = exportPolicy(document, section);
  if (!exported.ok) throw new Error(exported.findings.map(({ message }) => message).join("; "));
  return { document: exported.text, policySwitch };
}

/** Whether two contents say the same. */
export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return (
    a === b ||
    (isSameSection(a.section, b.section) &&
      a.policySwitch.enabled === b.policySwitch.enabled &&
      a.policySwitch.observe === b.policySwitch.observe &&
      (a.document === b.document || storeContent(a).document === storeContent(b).document))
  );
}
