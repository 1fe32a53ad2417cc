import { type Finding, importPolicy, importSwitch, type Policy } from "@baton/core";
import { lintPolicy } from "@baton/core/policy";
import type { DraftContent } from "../draft/draft-content";

/** Content read from files; for invalid files only findings. */
export type ReadFiles =
  | { ok: true; content: DraftContent; policy: Policy; findings: Finding[] }
  | { ok: false; findings: Finding[] };

/**
 * Reads the files of a policy with the findings of `baton policy lint`, which does not compare agents and
 * fields with traffic.
 * @param configText "" without a file; the draft then keeps its switch.
 * @param now in milliseconds since 1970.
 */
export function readFiles(
  policyText: string,
  configText: string,
  { draft, now }: { draft: Pick<DraftContent, "policySwitch">; now: number },
): ReadFiles {
  const config = configText.trim() === "" ? null : importSwitch(configText);
  if (config && !config.ok) return config;
  const policySwitch = config?.switch ?? draft.policySwitch;
  const parsed = importPolicy(policyText, policySwitch);
  if (!parsed.ok) return parsed;
  const { policy, section, sectionPath } = parsed;
  return {
    ok: true,
    content: { document: policyText, section, policySwitch },
    policy,
    findings: [...parsed.findings, ...lintPolicy(policy, { now, sectionPath })],
  };
}
