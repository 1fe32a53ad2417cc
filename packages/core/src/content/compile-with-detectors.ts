import { type CompiledPolicy, compilePolicy } from "../scoping/compile-policy";
import { loadDetectors } from "./load-detectors";

/** Compiles a policy like `compilePolicy`, with the detectors that its content rules need. */
export async function compileWithDetectors(
  parsed: Parameters<typeof compilePolicy>[0],
): Promise<CompiledPolicy> {
  const needsDetectors = parsed.policy.content_rules.length > 0;
  return compilePolicy(parsed, needsDetectors ? await loadDetectors() : undefined);
}
