import { type CompiledPolicy, type ContentFinding, compileWithDetectors, importPolicy } from "@baton/core";
import { CommandError } from "./command-error";
import { nameInput, readTextInput } from "./input";
import { printProgress } from "./output";

/** The option of commands that read or write documents: the policy whose content rules hold for them. */
export const CONTENT_POLICY_OPTION = [
  "--policy <file>",
  "a policy document; what its content rules match is a finding, and is redacted in output",
] as const;

/**
 * Reads the policy of {@link CONTENT_POLICY_OPTION}, and loads the detectors; undefined without the option.
 *
 * @throws CommandError if the policy cannot be read or is invalid.
 */
export async function readContentPolicy(path: string | undefined): Promise<CompiledPolicy | undefined> {
  if (path === undefined) return undefined;
  const parsed = importPolicy((await readTextInput(path)).text);
  if (parsed.ok) return compileWithDetectors(parsed);
  throw new CommandError(
    `${nameInput(path)} is not a valid policy. Run “baton policy lint” for its findings.`,
  );
}

/** Matches of content rules, and their failure. */
interface PrintedContent {
  readonly findings: readonly ContentFinding[];
  readonly failure: string | null;
}

/** Prints what content rules removed from a printed document, without the matched text. */
export function printContent({ findings, failure }: PrintedContent): void {
  for (const { rule_id, detector, path, count, action } of findings) {
    printProgress(`${rule_id}: ${detector}${path === "" ? "" : ` in ${path}`}, ${count} found, ${action}.`);
  }
  if (failure !== null) printProgress(`Texts are withheld: ${failure}.`);
}
