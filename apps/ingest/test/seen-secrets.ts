import { SecretScanner } from "@baton/core/node";
import { makeSecretCases } from "@baton/core/test/secret-cases";

/**
 * Secrets on one line, each once, that the scanner does see: how many it sees is
 * measured elsewhere, this is about ways past it.
 *
 * @param number at most, of so many kinds as can be had.
 */
export function makeSeenSecrets(number: number): string[] {
  const scanner = new SecretScanner();
  const isSeen = (secret: string) =>
    ["see ", "TOKEN="].every((before) => !scanner.maskText(before + secret).text.includes(secret));
  const secrets = makeSecretCases(19, 24)
    .filter(({ isProvider, secret }) => isProvider && !secret.includes("\n") && isSeen(secret))
    .map(({ secret }) => secret);
  return [...new Set(secrets)].slice(0, number);
}
