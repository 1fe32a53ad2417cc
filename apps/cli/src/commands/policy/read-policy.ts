import { ENFORCED, importPolicy, importSwitch, type ParsedPolicy, type PolicySwitch } from "@baton/core";
import { refuse } from "../../findings";
import { readTextInput } from "../../input";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }> & { text: string };

/**
 * Reads a policy document. Where it is refused, its findings are printed and the command is to end with exit 1.
 *
 * @param path a file, or "-" for standard input.
 * @param options.config the system configuration that holds the switch; enforced without one.
 * @returns the policy with the text that it was read from, or null where it is refused.
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
