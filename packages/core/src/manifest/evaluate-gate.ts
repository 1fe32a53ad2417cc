import { type Finding, findingMaker } from "../finding";
import type { RolloutPhase } from "./handoff-rollout";

/** Findings of the gate alone. `docs/findings.md` explains them. */
const gateFinding = findingMaker({
  sent_back: { severity: "error", hint: "Make the requested changes. The changed manifest has no review." },
  not_approved: { severity: "error", hint: "Ask an owner of the workspace to approve it in Baton." },
});

/** Reviews of a manifest; `unknown` if the server does not respond. */
export const MANIFEST_REVIEWS = ["not_reviewed", "approved", "sent_back", "unknown"] as const;
export type ManifestReview = (typeof MANIFEST_REVIEWS)[number];

/** The review of a manifest, and whether it needs an approval. */
export interface ManifestApproval {
  readonly review: ManifestReview;
  readonly isRequired: boolean;
}

/** The gate's decision about findings. */
export interface GateVerdict {
  readonly phase: RolloutPhase;
  /** True if the workflow may continue. */
  readonly passes: boolean;
  /** True if the manifest itself has no errors; its review does not count. */
  readonly isCompliant: boolean;
  /** As they count in this phase: in `warn`, errors are warnings. Includes what the review stops. */
  readonly findings: readonly Finding[];
}

const WITHOUT_REVIEW: ManifestApproval = { review: "not_reviewed", isRequired: false };

/**
 * Decides about a manifest by its findings, in the order of `validateManifest`, and by its review: in every
 * phase, it stops if a reviewer sent it back, or if it needs an approval and has none.
 */
export function evaluateGate(
  findings: readonly Finding[],
  phase: RolloutPhase,
  approval: ManifestApproval = WITHOUT_REVIEW,
): GateVerdict {
  const isCompliant = findings.every(({ severity }) => severity === "warning");
  const counted: readonly Finding[] =
    phase === "warn" ? findings.map((finding) => ({ ...finding, severity: "warning" })) : findings;
  const obstacle = findObstacle(approval);
  return {
    phase,
    isCompliant,
    passes: (isCompliant || phase !== "enforce") && obstacle === null,
    findings: obstacle ? [...counted, obstacle] : counted,
  };
}

function findObstacle({ review, isRequired }: ManifestApproval): Finding | null {
  if (review === "sent_back") return gateFinding("sent_back", [], "a reviewer requested changes");
  if (!isRequired || review === "approved") return null;
  const known = review === "unknown" ? "its review is unknown" : "this one has none";
  return gateFinding("not_approved", [], `manifests of this agent need an approval, and ${known}`);
}
