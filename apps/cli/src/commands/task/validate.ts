import type { Finding } from "@baton/core";
import { TaskHandoff, taskHandoffTokens } from "@baton/core/task";
import type { Command } from "commander";
import { CommandError, EXIT_CODES } from "../../command-error";
import { CONTENT_POLICY_OPTION, readContentPolicy } from "../../content-policy";
import { countFindings, describeFindings } from "../../findings";
import { nameInput, readJsonInput } from "../../input";
import { formatCount, JSON_OPTION, printJson, printText } from "../../output";

interface ValidateOptions {
  response?: string;
  earlier?: string[];
  policy?: string;
  json?: true;
}

/** `baton task validate`: check a task handoff and its response against their limits. */
export function registerTaskValidate(task: Command): void {
  task
    .command("validate")
    .summary("validate a task handoff")
    .description("Validate a task handoff and its response.")
    .argument("<file>", "a task handoff (JSON); - is standard input")
    .option("--response <file>", "response to validate with it")
    .option("--earlier <files...>", "earlier handoffs, to find repeated content")
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(validate);
}

async function validate(path: string, options: ValidateOptions): Promise<void> {
  // Load the large TypeScript parser only for this command.
  const { validateTaskHandoff, validateTaskResponse } = await import("@baton/core/task");
  const document = await readJsonInput(path);
  const earlier = await Promise.all((options.earlier ?? []).map(readTaskHandoff));
  const contentPolicy = await readContentPolicy(options.policy);
  const findings = validateTaskHandoff(document, { earlier, contentPolicy });
  const tokens = taskHandoffTokens(document);
  const handoff = TaskHandoff.safeParse(document);
  const sent = handoff.success ? { handoffs: [...earlier, handoff.data], contentPolicy } : { contentPolicy };
  const answer =
    options.response === undefined
      ? null
      : {
          path: options.response,
          findings: validateTaskResponse(await readJsonInput(options.response), sent),
        };
  const ok = findings.length === 0 && (answer === null || answer.findings.length === 0);
  if (!ok) process.exitCode = EXIT_CODES.failure;
  if (options.json) {
    return printJson({
      ok,
      findings,
      tokens,
      ...(answer ? { response: { findings: answer.findings } } : {}),
    });
  }
  describe(findings, `${nameInput(path)}: ${formatCount(tokens)} tokens, ${countFindings(findings)}.`);
  if (answer) describe(answer.findings, `${nameInput(answer.path)}: ${countFindings(answer.findings)}.`);
}

function describe(findings: readonly Finding[], summary: string): void {
  printText(findings.length === 0 ? summary : `${describeFindings(findings)}\n\n${summary}`);
}

async function readTaskHandoff(path: string): Promise<TaskHandoff> {
  const parsed = TaskHandoff.safeParse(await readJsonInput(path));
  if (parsed.success) return parsed.data;
  throw new CommandError(`${nameInput(path)} is not a valid task handoff. Run baton task validate on it.`);
}
