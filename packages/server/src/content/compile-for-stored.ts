import {
  type CompiledPolicy,
  compilePolicy,
  type Detectors,
  loadDetectors,
  type TextSpan,
} from "@baton/core";

/** Replacement of a secret in stored texts (`SecretScanner`). */
const MASK = /\[masked:[\w-]+\]/g;

let loaded: Promise<Detectors> | null = null;

/** Compiles a policy for texts that Baton stores. Their secrets are masked, so the detector `secret` finds masks. */
export async function compileForStored(parsed: Parameters<typeof compilePolicy>[0]): Promise<CompiledPolicy> {
  if (parsed.policy.content_rules.length === 0) return compilePolicy(parsed);
  loaded ??= loadDetectors();
  const detectors = await loaded;
  return compilePolicy(parsed, {
    createFinder: (wanted) => (wanted.detector === "secret" ? findMasks : detectors.createFinder(wanted)),
  });
}

function findMasks(text: string): TextSpan[] {
  return [...text.matchAll(MASK)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
}
