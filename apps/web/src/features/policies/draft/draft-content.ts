import { type Finding, importPolicy, type PolicySwitch } from "@baton/core";
import { exportPolicy } from "@baton/core/policy";
import { isSameSection, type PolicySection } from "./policy-section";

/** Content of a policy version. */
export interface DraftContent {
  /** Text of the document that contains the section, including other sections. */
  readonly document: string;
  readonly section: PolicySection;
  readonly policySwitch: PolicySwitch;
}

/** The content as sent and stored: the document includes the section. */
export interface StoredContent {
  readonly document: string;
  readonly policySwitch: PolicySwitch;
}

type ReadContent = { ok: true; content: DraftContent } | { ok: false; findings: Finding[] };

/** Start of a workspace without a policy: no rules, and the switch is off. */
export const EMPTY_CONTENT: DraftContent = {
  document: "",
  section: { agent_handoff_rules: [] },
  policySwitch: { enabled: false, observe: true },
};

/** Splits a document; fails if it contains no readable policy. */
export function readContent({ document, policySwitch }: StoredContent): ReadContent {
  const parsed = importPolicy(document, policySwitch);
  if (!parsed.ok) return parsed;
  return { ok: true, content: { document, section: parsed.section, policySwitch } };
}

/** Returns a content that this browser stored with its section apart; null if its document is unreadable. */
export function restoreContent(kept: DraftContent): DraftContent | null {
  return kept.document === "" || readContent(kept).ok ? kept : null;
}

/**
 * Writes the section into its document. Unchanged parts stay byte for byte.
 *
 * @throws if the document is not a JSON object, which cannot happen after reading it.
 */
export function storeContent({ document, section, policySwitch }: DraftContent): StoredContent {
  const exported = exportPolicy(document, section);
  if (!exported.ok) throw new Error(exported.findings.map(({ message }) => message).join("; "));
  return { document: exported.text, policySwitch };
}

/** Returns true if two contents have the same meaning. */
export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return (
    a === b ||
    (isSameSection(a.section, b.section) &&
      a.policySwitch.enabled === b.policySwitch.enabled &&
      a.policySwitch.observe === b.policySwitch.observe &&
      (a.document === b.document || storeContent(a).document === storeContent(b).document))
  );
}
