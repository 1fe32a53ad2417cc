import { SecretScanner } from "@baton/core/secret-scanner";
import { buildSecretCases } from "@baton/core/test/secret-cases";

/**
 * Returns different secrets on one line that the scanner detects. The detection rate is measured elsewhere;
 * these tests look for ways around the scanner.
 *
 * @param number maximum, of as many kinds as possible.
 */
export function buildSeenSecrets(number: number): string[] {
  const scanner = new SecretScanner();
  const isSeen = (secret: string) =>
    ["see ", "TOKEN="].every((before) => !scanner.maskText(before + secret).text.includes(secret));
  const secrets = buildSecretCases(19, 24)
    .filter(({ isProvider, secret }) => isProvider && !secret.includes("\n") && isSeen(secret))
    .map(({ secret }) => secret);
  return [...new Set(secrets)].slice(0, number);
}
