import { isReleased, type ReleaseSession } from "../policy/is-released";
import type { ReleaseStage } from "../policy/release-stage";
import type { CompiledPolicy } from "./compile-policy";

/** Returns the live policy with a candidate, of which {@link policyFor} chooses one for each handoff. */
export function withCandidate(
  live: CompiledPolicy,
  candidate: CompiledPolicy,
  stage: ReleaseStage,
): CompiledPolicy {
  const observing = stage.stage === "observe" ? { ...live, trial: recordEach(candidate) } : live;
  return { ...live, release: { stage, candidate, live: observing } };
}

/**
 * Returns the version that decides the handoffs of a session. Call it once per handoff, so that one version decides all
 * of it; a session stays on its version while the stage stays.
 */
export function policyFor(policy: CompiledPolicy, session: ReleaseSession): CompiledPolicy {
  const { release } = policy;
  if (release === null) return policy;
  return isReleased(release.stage, session) ? release.candidate : release.live;
}

/** Returns a policy that wants an event for each handoff. */
export function recordEach(policy: CompiledPolicy): CompiledPolicy {
  const { index } = policy;
  if (index === null) return policy;
  return {
    ...policy,
    index: { ...index, policy: { ...index.policy, audit_all_handoffs: true } },
    trial: null,
  };
}
