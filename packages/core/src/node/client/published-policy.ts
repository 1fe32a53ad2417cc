import { z } from "zod";
import { compileWithDetectors } from "../../content/compile-with-detectors";
import { HandoffRollout } from "../../manifest/handoff-rollout";
import { POLICY_SECTION, parsePolicy } from "../../policy/parse-policy";
import { ReleaseStage } from "../../policy/release-stage";
import type { CompiledPolicy } from "../../scoping/compile-policy";
import { withCandidate } from "../../scoping/policy-for";

const PublishedVersion = z.looseObject({
  version: z.string(),
  enabled: z.boolean(),
  observe: z.boolean(),
  policy: z.record(z.string(), z.unknown()),
});

/** The parts of the response of `GET /api/v1/policy` that a client needs. */
const Answer = PublishedVersion.extend({ candidate: z.unknown().optional() });

const Candidate = PublishedVersion.extend({ release: ReleaseStage });

type ReadVersion = { ok: true; policy: CompiledPolicy } | { ok: false; reason: string };

/** `ignored` is the reason why the live policy decides everything although the response has a candidate. */
type ReadPublishedPolicy =
  | { ok: true; policy: CompiledPolicy; ignored: string | null }
  | { ok: false; reason: string };

/**
 * Parses a response. Recalculates its version and rejects a policy that is damaged or that this release reads
 * differently; such a candidate is ignored.
 */
export async function readPublishedPolicy(text: string): Promise<ReadPublishedPolicy> {
  const answer = Answer.safeParse(parseOrNull(text));
  if (!answer.success) return { ok: false, reason: "the response is not a policy of a Baton server" };
  const live = await readVersion(answer.data);
  if (!live.ok) return live;
  if (answer.data.candidate == null) return { ...live, ignored: null };
  const candidate = Candidate.safeParse(answer.data.candidate);
  if (!candidate.success) return { ...live, ignored: "this program does not know its stage" };
  const read = await readVersion(candidate.data);
  if (!read.ok) return { ...live, ignored: read.reason };
  return { ok: true, policy: withCandidate(live.policy, read.policy, candidate.data.release), ignored: null };
}

async function readVersion({
  version,
  enabled,
  observe,
  policy: section,
}: z.infer<typeof PublishedVersion>): Promise<ReadVersion> {
  const parsed = parsePolicy({ [POLICY_SECTION]: section }, { enabled, observe });
  if (!parsed.ok) {
    return {
      ok: false,
      reason: `the policy is invalid: ${parsed.findings.map(({ message }) => message).join("; ")}`,
    };
  }
  if (parsed.version !== version) return { ok: false, reason: "the policy does not match its version" };
  return { ok: true, policy: await compileWithDetectors(parsed) };
}

const RolloutAnswer = z.looseObject({ rollout: HandoffRollout, policy: z.unknown().optional() });

/** Returns true if a response has the settings of a workspace that has not published a policy. */
export function isUnpublished(text: string): boolean {
  const answer = RolloutAnswer.safeParse(parseOrNull(text));
  return answer.success && answer.data.policy === undefined;
}

/**
 * Reads limits, agents, phases and approvals from a response; also from the refusal of a server without a
 * published policy. Null if they are missing or this release does not know all of them.
 */
export function readPublishedRollout(text: string): HandoffRollout | null {
  const answer = RolloutAnswer.safeParse(parseOrNull(text));
  return answer.success ? answer.data.rollout : null;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
