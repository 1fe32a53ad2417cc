import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { compressionOf, knownAgentsOf } from "@baton/core/manifest";
import { findManifestFolders, type ManifestReport } from "@baton/core/node";
import type { Command } from "commander";
import { CommandError, EXIT_CODES, misuse } from "../command-error";
import { CONTENT_POLICY_OPTION, readContentPolicy } from "../content-policy";
import { countFindings, describeFindings } from "../findings";
import { explainReadError } from "../input";
import { locateManifest, type ManifestPlace } from "../manifest-place";
import { formatCount, JSON_OPTION, printJson, printText } from "../output";
import { readServerSettings, SERVER_OPTION } from "../server-settings";
import { isValid, validateFolders } from "../validate-folders";

interface ValidateOptions {
  root?: string;
  policy?: string;
  server?: string;
  json?: true;
}

/** `baton validate-manifest`: check whether manifests can be relied on. */
export function registerValidateManifest(program: Command): void {
  program
    .command("validate-manifest")
    .summary("validate manifests")
    .description(
      "Validate manifests and their files, and list constraints that no later manifest names. With BATON_API_KEY, the limits,\nknown agents and content rules of the server apply. Warnings do not change the exit code.",
    )
    .argument("<path...>", "a manifest.json, its folder, or a folder with manifests below it")
    .option("--root <folder>", "project root (default: parent of the nearest artifacts folder)")
    .option(...CONTENT_POLICY_OPTION)
    .option(...SERVER_OPTION)
    .option(...JSON_OPTION)
    .action(validate);
}

async function validate(paths: string[], options: ValidateOptions): Promise<void> {
  const places = (await Promise.all(paths.map((path) => locateAll(path, options.root)))).flat();
  const settings = await readServerSettings(options.server);
  const rollout = settings?.rollout;
  const contentPolicy = (await readContentPolicy(options.policy)) ?? settings?.contentPolicy;
  const rules = rollout ? { limits: rollout.budgets, agents: knownAgentsOf(rollout) } : {};
  const validated = await validateFolders(places, { ...rules, contentPolicy });
  const reports = validated.flatMap((report) => report ?? []);
  const areValid = reports.every(isValid);
  if (!areValid) process.exitCode = EXIT_CODES.failure;
  if (options.json) printJson({ ok: areValid, manifests: reports.map(toJson) });
  else printText(reports.map(describe).join("\n\n"));
}

async function locateAll(path: string, root?: string): Promise<ManifestPlace[]> {
  const place = await locateManifest(path, root);
  if (!(await stat(path)).isDirectory()) {
    if (basename(path) !== "manifest.json")
      throw misuse(`${path} is not a manifest. Pass a manifest.json or its folder.`);
    return [place];
  }
  const folders = await findManifestFolders(place.directory).catch((error: unknown) => {
    throw explainReadError(error, path);
  });
  if (folders.length === 0)
    throw new CommandError(`${path} contains no manifest.json. Pass a folder that does.`);
  return Promise.all(folders.map((folder) => locateManifest(folder, root)));
}

/** Uses the protocol's key names. Sizes are in tokens, null if unknown. */
function toJson(report: ManifestReport) {
  const { path, fromAgent, artifactType, findings, sizes, uncovered } = report;
  const compression = sizes ? compressionOf([sizes]) : null;
  return {
    path,
    ok: isValid(report),
    from_agent: fromAgent,
    artifact_type: artifactType,
    manifest_tokens: sizes?.manifestTokens ?? null,
    required_reading_tokens: sizes?.requiredReadingTokens ?? null,
    detail_tokens: sizes?.detailTokens ?? null,
    compression: { of_manifest: compression?.ofManifest ?? null, of_handoff: compression?.ofHandoff ?? null },
    findings,
    uncovered_constraints: uncovered.map(({ constraint }) => constraint),
  };
}

function describe({ path, artifactType, findings, sizes, uncovered }: ManifestReport): string {
  const facts = [
    ...(artifactType ? [artifactType] : []),
    ...(sizes ? [`${formatCount(sizes.manifestTokens)} tokens`] : []),
    countFindings(findings),
  ];
  return [
    ...(findings.length > 0 ? [describeFindings(findings), ""] : []),
    `${path}: ${facts.join(", ")}.`,
    ...(uncovered.length > 0 ? ["Constraints that no later manifest names:"] : []),
    ...uncovered.map(({ constraint }) => `  - ${constraint}`),
  ].join("\n");
}
