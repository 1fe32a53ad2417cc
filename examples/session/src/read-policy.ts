import { readFileSync } from "node:fs";
import {
  type CompiledPolicy,
  compilePolicy,
  importPolicy,
  importSwitch,
  type PolicySwitch,
  withoutPolicy,
} from "@baton/core";

/** The policy of all examples. */
export const POLICY_FILE = new URL("../governance_policies.json", import.meta.url);
/** Their switch. */
export const SWITCH_FILE = new URL("../system_config.json", import.meta.url);

/** A policy, ready for use, and the section as it was written, to be announced in the session's file. */
export interface GoverningPolicy {
  readonly compiled: CompiledPolicy;
  /** Null where the file could not be read. */
  readonly section: Record<string, unknown> | null;
}

/**
 * Reads the two files that govern handoffs. What cannot be read never opens a door: without a policy every handoff is `minimal`,
 * without a switch it is enforced.
 *
 * @param policyFile `governance_policies.json`
 * @param switchFile `system_config.json`
 */
export function readPolicy(policyFile: URL | string, switchFile: URL | string): GoverningPolicy {
  const parsedSwitch = importSwitch(readIfThere(switchFile));
  const policySwitch = parsedSwitch.ok ? parsedSwitch.switch : undefined;
  return governBy(readIfThere(policyFile), policySwitch);
}

/**
 * As {@link readPolicy}, with the text of a policy document.
 *
 * @param policySwitch enforced where it is not given.
 */
export function governBy(policyText: string, policySwitch?: PolicySwitch): GoverningPolicy {
  const parsed = importPolicy(policyText, policySwitch);
  if (parsed.ok) return { compiled: compilePolicy(parsed), section: parsed.section };
  for (const { path, message } of parsed.findings) console.error(`governance policy ${path}: ${message}`);
  return { compiled: withoutPolicy(policySwitch), section: null };
}

function readIfThere(file: URL | string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
