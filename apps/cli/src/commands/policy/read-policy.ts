import {
  ENFORCED,
  type Finding,
  importPolicy,
  importSwitch,
  type ParsedPolicy,
  type PolicySwitch,
} from "@baton/core";
import { EXIT_CODES } from "../../command-error";
import { nameInput, readTextInput } from "../../input";
import { printJson, printText } from "../../output";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

/**
 * Reads a policy document. Where it is refused, its findings are printed and the command is to end with exit 1.
 *
 * @param path a file, or "-" for standard input.
 * @param options.config the system configuration that holds the switch; enforced without one.
 * @returns the policy, or null where it is refused.
 * @throws CommandError where a file cannot be read.
 */
export async function readPolicy(
  path: string,
  options: { config?: string; json?: true },
): Promise<ReadPolicy | null> {
  const policySwitch = await readSwitch(options);
  if (!policySwitch) return null;
  const { text } = await readTextInput(path);
  const parsed = importPolicy(text, policySwitch);
  if (parsed.ok) return parsed;
  refuse(path, parsed.findings, options);
  return null;
}

async function readSwitch(options: { config?: string; json?: true }): Promise<PolicySwitch | null> {
  if (options.config === undefined) return ENFORCED;
  const { text } = await readTextInput(options.config);
  const parsed = importSwitch(text);
  if (parsed.ok) return parsed.switch;
  refuse(options.config, parsed.findings, options);
  return null;
}

/** Prints the findings for which a document is refused, and sees to exit 1. */
export function refuse(path: string, findings: readonly Finding[], options: { json?: true }): void {
  process.exitCode = EXIT_CODES.failure;
  if (options.json) printJson({ ok: false, findings });
  else printText(`${nameInput(path)} is refused.\n${describeFindings(findings)}`);
}

/** Findings for people: where, what, and what to do, a blank line between two. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ code, severity, path, message, hint }) =>
      [
        `${severity} ${code} at ${path === "" ? "the whole document" : path}`,
        `  ${message}`,
        `  ${hint}`,
      ].join("\n"),
    )
    .join("\n\n");
}
