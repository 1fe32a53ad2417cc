import { resolve } from "node:path";
import { TaskHandoff } from "@baton/core/task";
import type { Command } from "commander";
import { CONTENT_POLICY_OPTION, printContent, readContentPolicy } from "../../content-policy";
import { refuse } from "../../findings";
import { readJsonInput } from "../../input";
import { formatCount, formatRows, JSON_OPTION, printJson, printProgress, printText } from "../../output";

/** `baton task compress`: shorten a task handoff without changing its meaning. */
export function registerTaskCompress(task: Command): void {
  task
    .command("compress")
    .summary("print a task handoff in fewer tokens")
    .description(
      "Print a task handoff in fewer tokens: interfaces without comments and white space, notes without filler words, paths relative to the project.",
    )
    .argument("<file>", "a task handoff (JSON); - is standard input")
    .option("--root <folder>", "project root; dependencies become relative to it", ".")
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(compress);
}

async function compress(
  path: string,
  options: { root: string; policy?: string; json?: true },
): Promise<void> {
  // Load the large TypeScript parser only for this command.
  const { compressTaskHandoff, validateTaskHandoff } = await import("@baton/core/task");
  const document = await readJsonInput(path);
  const parsed = TaskHandoff.safeParse(document);
  if (!parsed.success) {
    const missing = validateTaskHandoff(document).filter(({ code }) => code === "missing_field");
    return refuse(path, missing, options);
  }
  const contentPolicy = await readContentPolicy(options.policy);
  const { handoff, compression, skippedInterfaces, content } = compressTaskHandoff(parsed.data, {
    projectRoot: resolve(options.root),
    contentPolicy,
  });
  if (content.isBlocked) {
    const findings = validateTaskHandoff(parsed.data, { contentPolicy });
    return refuse(
      path,
      findings.filter(({ code }) => code === "content_rule"),
      options,
    );
  }
  if (options.json) {
    return printJson({
      ok: true,
      handoff,
      compression,
      skipped_interfaces: skippedInterfaces,
      content_findings: content.findings,
    });
  }
  printText(JSON.stringify(handoff, null, 2));
  const rows = Object.entries(compression).map(
    ([part, { before, after }]) => [`${formatCount(before)} →`, formatCount(after), part] as const,
  );
  printProgress(`Tokens:\n${formatRows(rows)}`);
  printContent(content);
  for (const name of skippedInterfaces) {
    printProgress(`${name} is unchanged: it contains more than TypeScript types and signatures.`);
  }
}
