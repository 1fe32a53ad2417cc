import { z } from "zod";
import { compileWithDetectors } from "../../content/compile-with-detectors";
import { HandoffRollout } from "../../manifest/handoff-rollout";
import { POLICY_SECTION, parsePolicy } from "../../policy/parse-policy";
import type { CompiledPolicy } from "../../scoping/compile-policy";

/** The parts of the response of `GET /api/v1/policy` that a client needs. */
const Answer = z.looseObject({
  version: z.string(),
  enabled: z.boolean(),
  observe: z.boolean(),
  policy: z.record(z.string(), z.unknown()),
});

type ReadPublishedPolicy = { ok: true; policy: CompiledPolicy } | { ok: false; reason: string };

/**
 * Parses a response. Recalculates its version and rejects a policy that is damaged or that this release reads
 * differently.
 */
export async function readPublishedPolicy(text: string): Promise<ReadPublishedPolicy> {
  const answer = Answer.safeParse(parseOrNull(text));
  if (!answer.success) return { ok: false, reason: "the response is not a policy of a Baton server" };
  const { version, enabled, observe, policy: section } = answer.data;
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
