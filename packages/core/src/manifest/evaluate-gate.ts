import type { Finding } from "../finding";
import type { RolloutPhase } from "./handoff-rollout";

/** The gate's decision about findings. */
export interface GateVerdict {
  readonly phase: RolloutPhase;
  /** True if the workflow may continue. */
  readonly passes: boolean;
  /** True if it could continue in phase `enforce`. */
  readonly isCompliant: boolean;
  /** As they count in this phase: in `warn`, errors are warnings. */
  readonly findings: readonly Finding[];
}

/** Decides about a manifest by its findings, in the order of `validateManifest`. */
export function evaluateGate(findings: readonly Finding[], phase: RolloutPhase): GateVerdict {
  const isCompliant = findings.every(({ severity }) => severity === "warning");
  return {
    phase,
    isCompliant,
    passes: isCompliant || phase !== "enforce",
    findings: phase === "warn" ? findings.map((finding) => ({ ...finding, severity: "warning" })) : findings,
  };
}
