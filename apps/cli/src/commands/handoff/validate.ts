import {
  parseHandoffDocument,
  SCORE_POINTS,
  type Staleness,
  validateHandoff,
} from "@baton/core/handoff-document";
import { countOf } from "@baton/core/internal";
import {
  findReferencedFiles,
  readSessionArtifacts,
  readStaleness,
  SESSION_ARTIFACTS,
  type SessionArtifacts,
} from "@baton/core/node";
import { SecretScanner } from "@baton/core/secret-scanner";
import type { Command } from "commander";
import { EXIT_CODES } from "../../command-error";
import { CONTENT_POLICY_OPTION, readContentPolicy } from "../../content-policy";
import { describeFindings } from "../../findings";
import { nameInput, readTextInput } from "../../input";
import { JSON_OPTION, printJson, printText } from "../../output";
import { checkRoot, createRootOption } from "./root-option";

interface ValidateOptions {
  root: string;
  policy?: string;
  json?: true;
}

/** `baton handoff validate`: list what a handoff document lacks, with its score. */
export function registerHandoffValidate(handoff: Command): void {
  handoff
    .command("validate")
    .summary("find what a handoff document lacks, and score it")
    .description(
      "Find what a handoff document lacks, and score it: under 70 of 100 points is an error, a secret or a placeholder makes it 0.",
    )
    .argument("<file>", "a handoff document in Markdown; - is standard input")
    .addOption(createRootOption())
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(validate);
}

async function validate(path: string, { root, policy, json }: ValidateOptions): Promise<void> {
  await checkRoot(root);
  const { text } = await readTextInput(path);
  const { document } = parseHandoffDocument(text);
  const files = await findReferencedFiles(root, document);
  const staleness = await readStaleness(root, document, files);
  const secrets = new SecretScanner();
  const { findings, score, lines, tokens } = validateHandoff(text, {
    secrets,
    files,
    staleness: staleness.level,
    contentPolicy: await readContentPolicy(policy),
  });
  const artifacts = await readSessionArtifacts(root);
  if (findings.length > 0) process.exitCode = EXIT_CODES.failure;
  if (json) {
    return printJson({
      ok: findings.length === 0,
      findings,
      score: score.total,
      points: score.points,
      possible_points: SCORE_POINTS,
      lines,
      tokens,
      staleness: staleness.level,
      staleness_reasons: staleness.reasons,
      artifacts: summarize(artifacts),
    });
  }
  const size = `${countOf(lines, "line")}, ${countOf(tokens, "token")}`;
  const rows = [
    `${nameInput(path)}: score ${score.total} of 100, ${size}.`,
    describeStaleness(staleness),
    ...describeArtifacts(artifacts),
  ];
  printText([...(findings.length > 0 ? [describeFindings(findings), ""] : []), ...rows].join("\n"));
}

/** Formats a level and its reasons as one line. */
export function describeStaleness({ level, reasons }: Staleness): string {
  return reasons.length > 0 ? `${level}: ${reasons.join("; ")}.` : `${level}: nothing has changed since.`;
}

function summarize({
  progressLog,
  features,
  environmentScript,
  featureListFindings,
  missing,
}: SessionArtifacts) {
  return {
    has_progress_log: progressLog !== null,
    features: features && {
      passing: features.filter(({ isPassing }) => isPassing).length,
      total: features.length,
    },
    feature_list_findings: featureListFindings,
    environment_script: environmentScript && { is_executable: environmentScript.isExecutable },
    missing,
  };
}

/** Describes the other files that a session left for the next one, if there are any. */
function describeArtifacts(artifacts: SessionArtifacts): string[] {
  const { features, environmentScript, featureListFindings, missing } = artifacts;
  if (missing.length === Object.keys(SESSION_ARTIFACTS).length) return [];
  const passing = features?.filter(({ isPassing }) => isPassing).length ?? 0;
  return [
    ...(features ? [`${SESSION_ARTIFACTS.featureList}: ${passing} of ${features.length} pass.`] : []),
    ...(featureListFindings.length > 0 ? [`${SESSION_ARTIFACTS.featureList} cannot be read.`] : []),
    ...(environmentScript
      ? [
          `${SESSION_ARTIFACTS.environmentScript}: found, ${environmentScript.isExecutable ? "executable" : "not executable"}.`,
        ]
      : []),
    ...(missing.length > 0 ? [`Not found: ${missing.join(", ")}.`] : []),
  ];
}
