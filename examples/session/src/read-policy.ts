import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CompiledPolicy,
  compileWithDetectors,
  importPolicy,
  importSwitch,
  type PolicySwitch,
  withoutPolicy,
} from "@baton/core";

/** The policy of all examples. */
export const POLICY_FILE = new URL("../governance_policies.json", import.meta.url);
/** The switch of all examples. */
const SWITCH_FILE = new URL("../system_config.json", import.meta.url);

/** Reads the policy and the switch of a folder; a missing file is replaced by that of the examples. */
export async function readPolicyOf(folder: string): Promise<CompiledPolicy> {
  const fileOr = (name: string, another: URL) => {
    const file = join(folder, name);
    return existsSync(file) ? file : another;
  };
  return readPolicy(
    fileOr("governance_policies.json", POLICY_FILE),
    fileOr("system_config.json", SWITCH_FILE),
  );
}

/**
 * Reads the two files that govern handoffs. An unreadable file passes nothing more: without a policy every
 * handoff is `minimal`, and without a switch it is enforced.
 *
 * @param policyFile `governance_policies.json`
 * @param switchFile `system_config.json`
 */
async function readPolicy(policyFile: URL | string, switchFile: URL | string): Promise<CompiledPolicy> {
  const parsed = importSwitch(readIfThere(switchFile));
  return compileText(readIfThere(policyFile), parsed.ok ? parsed.switch : undefined);
}

/**
 * Compiles the text of a policy document, with the detectors that its content rules need. Prints findings to the console.
 *
 * @param policySwitch enforced by default.
 */
export async function compileText(policyText: string, policySwitch?: PolicySwitch): Promise<CompiledPolicy> {
  const parsed = importPolicy(policyText, policySwitch);
  for (const { path, message } of parsed.findings) console.error(`governance policy ${path}: ${message}`);
  return parsed.ok ? compileWithDetectors(parsed) : withoutPolicy(policySwitch);
}

function readIfThere(file: URL | string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
