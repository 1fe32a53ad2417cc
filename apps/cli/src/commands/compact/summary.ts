import type { Command } from "commander";
import { EXIT_CODES, misuse } from "../../command-error";
import { CONTENT_POLICY_OPTION, printContent, readContentPolicy } from "../../content-policy";
import { countFindings, describeFindings } from "../../findings";
import { nameInput, readJsonInput, readTextInput } from "../../input";
import { formatCount, JSON_OPTION, printJson, printProgress, printText } from "../../output";
import { printModelTokens, REPHRASE_OPTION, readSummarizer } from "../../summarizer";
import { readContract } from "./read-contract";

interface SummaryOptions {
  nextPhase?: string;
  taskId?: string;
  feature?: string;
  spec?: string;
  contract?: string;
  policy?: string;
  check?: true;
  rephrase?: true;
  json?: true;
}

/** `baton compact summary`: extract what the next phase needs from an output, or check such a summary. */
export function registerCompactSummary(compact: Command): void {
  compact
    .command("summary")
    .summary("summarize the output of a phase for the next one")
    .description(
      "Print what the next phase needs from an output, in at most 500 tokens: its bullets, most important first.\nWith --check: validate an existing summary. Exits with 1 on findings or if a required fact is missing.",
    )
    .argument(
      "<file>",
      "the output (Markdown); with --check { context_summary, essential_state } (JSON); - is standard input",
    )
    .option("--next-phase <text>", "the next phase, such as “implementation: the callback route”")
    .option("--task-id <id>", "task ID")
    .option("--feature <name>", "feature name")
    .option("--spec <path>", "path of the specification")
    .option("--contract <file>", 'required facts: { "literal": […], "said": […] }')
    .option(...REPHRASE_OPTION)
    .option("--check", "check a summary instead of creating one")
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(run);
}

async function run(path: string, options: SummaryOptions): Promise<void> {
  if (options.check) return check(path, options);
  const { nextPhase, taskId, feature, spec } = options;
  if (!nextPhase || !taskId || !feature || !spec) {
    throw misuse("Pass --next-phase, --task-id, --feature and --spec.");
  }
  // Load the large Markdown parser only for this command.
  const { compactPhase, compactPhaseWith } = await import("@baton/core/compaction");
  const contract = await readContract(options.contract);
  const { text } = await readTextInput(path);
  const request = {
    output: text,
    essential: { task_id: taskId, feature, spec_path: spec },
    nextPhase,
    ...(contract ? { contract } : {}),
    contentPolicy: await readContentPolicy(options.policy),
  };
  const compaction = options.rephrase
    ? await compactPhaseWith(await readSummarizer(), request)
    : compactPhase(request);
  const missing = compaction.event.survival?.missing ?? [];
  if (missing.length > 0) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson({ ok: missing.length === 0, ...compaction });
  printContent({ findings: compaction.content_findings, failure: compaction.content_failure });
  printText(compaction.context_summary);
  printProgress(
    `\n${formatCount(compaction.before_tokens)} → ${formatCount(compaction.after_tokens)} tokens.`,
  );
  printModelTokens(compaction.event);
  for (const fact of missing) printProgress(`Required fact missing: ${fact}`);
}

async function check(path: string, options: SummaryOptions): Promise<void> {
  const { lintContextSummary } = await import("@baton/core/compaction");
  const findings = lintContextSummary(await readJsonInput(path), {
    contentPolicy: await readContentPolicy(options.policy),
  });
  if (findings.length > 0) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson({ ok: findings.length === 0, findings });
  const summary = `${nameInput(path)}: ${countFindings(findings)}.`;
  printText(findings.length === 0 ? summary : `${describeFindings(findings)}\n\n${summary}`);
}
