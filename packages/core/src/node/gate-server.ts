import type { Finding } from "../finding";
import type { ManifestReview } from "../manifest/evaluate-gate";
import type { HandoffRollout, RolloutPhase } from "../manifest/handoff-rollout";

/** One run of the gate over a manifest, as the server records it. */
export interface GateRun {
  /** SHA-256 of the manifest's file, in hex. */
  readonly sha256: string;
  readonly path: string;
  /** The agent that wrote the manifest, null if it names none. */
  readonly agent: string | null;
  readonly phase: RolloutPhase;
  readonly needsApproval: boolean;
  readonly findings: readonly Finding[];
}

/** The settings of a workspace, and its reviews: a `PolicyClient`. */
export interface GateServer {
  /** Null if the server never responded. */
  readonly rollout: HandoffRollout | null;
  /** Records a run. @returns the review of the manifest. Never throws. */
  reportGateRun(run: GateRun): Promise<{ readonly review: ManifestReview }>;
}
