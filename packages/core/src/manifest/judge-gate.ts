import type { Finding } from "../finding";
import type { RolloutPhase } from "./handoff-rollout";

/** What the gate makes of a manifest's findings. */
export interface GateVerdict {
  readonly phase: RolloutPhase;
  /** Whether the workflow may go on. */
  readonly passes: boolean;
  /** Whether it could in phase `enforce`. */
  readonly isCompliant: boolean;
  /** As they count in this phase: in `warn`, errors are warnings. */
  readonly findings: readonly Finding[];
}

/** Judges a manifest by its findings, sorted as `validateManifest` gives them. */
export function judgeGate(findings: readonly Finding[], phase: RolloutPhase): GateVerdict {
  const isCompliant = findings.every(({ severity }) => severity === "warning");
  return {
    phase,
    isCompliant,
    passes: isCompliant || phase !== "enforce",
    findings: phase === "warn" ? findings.map((finding) => ({ ...finding, severity: "warning" })) : findings,
  };
}
