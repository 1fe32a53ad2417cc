import { type CompiledPolicy, compilePolicy } from "../scoping/compile-policy";
import { loadDetectors } from "./load-detectors";

/**
 * Compiles a policy like `compilePolicy`, with the detectors that its content rules need.
 *
 * @param texts the only texts that it will check; by default any.
 */
export async function compileWithDetectors(
  parsed: Parameters<typeof compilePolicy>[0],
  texts?: readonly string[],
): Promise<CompiledPolicy> {
  const names = parsed.policy.content_rules.map(({ detector }) => detector);
  return compilePolicy(parsed, names.length > 0 ? await loadDetectors(names, texts) : undefined);
}
