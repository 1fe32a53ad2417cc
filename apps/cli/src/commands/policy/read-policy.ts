import { ENFORCED, importPolicy, importSwitch, type ParsedPolicy, type PolicySwitch } from "@baton/core";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }> & { text: string };

/**
 * Reads a policy document. If it is invalid, prints its findings; the command should then exit with 1.
 *
 * @param path a file, or "-" for standard input.
 * @param options.config system configuration with the switch (default: enforce).
 * @returns the policy with its source text, or null if it is invalid.
 * @throws CommandError if a file cannot be read.
 */
export async function readPolicy(
  path: string,
  options: { config?: string; json?: true },
): Promise<ReadPolicy | null> {
  const policySwitch = await readSwitch(options);
  if (!policySwitch) return null;
  const { text } = await readTextInput(path);
  const parsed = importPolicy(text, policySwitch);
  if (parsed.ok) return { ...parsed, text };
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
