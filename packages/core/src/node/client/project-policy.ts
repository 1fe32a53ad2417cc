import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { compileWithDetectors } from "../../content/compile-with-detectors";
import type { HandoffRollout } from "../../manifest/handoff-rollout";
import { importPolicy, importSwitch } from "../../policy/import-export";
import { ENFORCED } from "../../policy/switch-setting";
import type { CompiledPolicy } from "../../scoping/compile-policy";

/** The policy of a project that names none: the first of these files that is there. */
const POLICY_FILES = [join(".baton", "policy.json"), "governance_policies.json"];
const SWITCH_FILE = "system_config.json";

/** The policy that a user named: a file, or a server with a key of the scope `read`. */
export interface NamedPolicy {
  readonly file: string | null;
  readonly server: { readonly url: string; readonly key: string } | null;
}

/**
 * The policy of a project. `none` observes; `problem` is the reason if a server was named. `unreadable` is a
 * file that cannot be used: nothing passes, because what it forbids is unknown. `rollout` has the limits and agents of
 * the named server; null without one. `standIn` is the path of a file that applies because the named server sent no
 * policy; null otherwise.
 */
export type ProjectPolicy =
  | {
      kind: "policy";
      policy: CompiledPolicy;
      rollout: HandoffRollout | null;
      problem: string | null;
      standIn: string | null;
    }
  | { kind: "none"; rollout: HandoffRollout | null; problem: string | null }
  | { kind: "unreadable"; problem: string };

/**
 * Finds the policy of a project: the named file, the live one of the named server, or `.baton/policy.json` or
 * `governance_policies.json` of the project. Never throws.
 *
 * @param program saves the server's last policy in `~/.baton/PROGRAM`.
 * @param texts the only texts that the policy of a file will check, so that fewer detectors are loaded; by default any.
 */
export async function findProjectPolicy(
  project: string,
  named: NamedPolicy,
  program: string,
  texts?: readonly string[],
): Promise<ProjectPolicy> {
  if (named.file !== null) {
    const path = resolve(project, named.file);
    const text = await readIfThere(path);
    return text === null
      ? { kind: "unreadable", problem: `${path} cannot be read` }
      : parse(path, text, { rollout: null, problem: null, texts });
  }
  // A hook has little time, so the client of a server is only loaded if there is one.
  const live =
    named.server && (await (await import("./server-policy")).readServerPolicy(named.server, program));
  const rollout = live?.rollout ?? null;
  if (live?.policy) {
    return { kind: "policy", policy: live.policy, rollout, problem: live.problem, standIn: null };
  }
  const problem = live?.problem ?? null;
  for (const file of POLICY_FILES) {
    const path = join(project, file);
    const text = await readIfThere(path);
    if (text !== null) return parse(path, text, { rollout, problem, texts });
  }
  return { kind: "none", rollout, problem };
}

async function parse(
  path: string,
  text: string,
  {
    rollout,
    problem,
    texts,
  }: { rollout: HandoffRollout | null; problem: string | null; texts: readonly string[] | undefined },
): Promise<ProjectPolicy> {
  const switchText = await readIfThere(join(dirname(path), SWITCH_FILE));
  const parsedSwitch = switchText === null ? null : importSwitch(switchText);
  const parsed = importPolicy(text, parsedSwitch?.ok ? parsedSwitch.switch : ENFORCED);
  if (parsed.ok) {
    const policy = await compileWithDetectors(parsed, texts);
    return { kind: "policy", policy, rollout, problem, standIn: problem === null ? null : path };
  }
  const reasons = parsed.findings.map(({ path: place, message }) => `${place} ${message}`.trim());
  return { kind: "unreadable", problem: `${path} is not a policy: ${reasons.join("; ")}` };
}

function readIfThere(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}
