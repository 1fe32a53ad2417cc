import { z } from "zod";
import { compileWithDetectors } from "../../content/compile-with-detectors";
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

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
