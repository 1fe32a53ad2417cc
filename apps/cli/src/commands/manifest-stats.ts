import { countOf } from "@baton/core/internal";
import {
  COMPRESSION_TARGETS,
  compareVersions,
  compressionOf,
  HandoffManifest,
  HandoffRollout,
  knownAgentsOf,
  type ValidatedManifest,
  type VersionComparison,
} from "@baton/core/manifest";
import { listVersions, type ManifestReport, validateManifestFolder } from "@baton/core/node";
import { alertLevel, type BudgetLimits, handoffUtilization } from "@baton/core/tokens";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { locateManifest, type ManifestPlace } from "../manifest-place";
import {
  formatCount,
  formatPercent,
  formatRatio,
  formatRows,
  JSON_OPTION,
  printJson,
  printText,
} from "../output";
import { readServerSettings, SERVER_OPTION } from "../server-settings";

interface StatsOptions {
  root?: string;
  against?: string;
  server?: string;
  json?: true;
}

/** `baton manifest-stats`: print the size of a manifest, and source size ÷ manifest size. */
export function registerManifestStats(program: Command): void {
  program
    .command("manifest-stats")
    .summary("show the sizes of a manifest")
    .description(
      "Show the size of a manifest and its required reading, the ratio to the full artifacts, and its\nearlier versions: runs of the same agent over the same scope. With BATON_API_KEY, the limits of the server apply.",
    )
    .argument("<path>", "a manifest.json, or its folder")
    .option("--root <folder>", "project root (default: parent of the nearest artifacts folder)")
    .option("--against <path>", "an earlier version to compare it with")
    .option(...SERVER_OPTION)
    .option(...JSON_OPTION)
    .action(showStats);
}

async function showStats(path: string, options: StatsOptions): Promise<void> {
  const place = await locateManifest(path, options.root);
  const rollout = (await readServerSettings(options.server))?.rollout ?? HandoffRollout.parse({});
  const { report, checked } = await readValidated(path, place, rollout);
  const versions = await listVersions(place.root, checked.manifest.from_agent, checked.manifest.scope);
  const comparison =
    options.against === undefined ? null : await compareWith(checked, options.against, options, rollout);
  const limits = rollout.budgets;
  const stats = { ...statsOf(report, checked, limits), versions: versions.map(({ directory }) => directory) };
  if (options.json) return printJson(comparison ? { ...stats, comparison } : stats);
  const described = describe(stats, limits);
  printText(comparison ? `${described}\n\n${describeComparison(comparison)}` : described);
}

async function compareWith(
  checked: ValidatedManifest,
  path: string,
  { root }: StatsOptions,
  rollout: HandoffRollout,
): Promise<VersionComparison> {
  const earlier = await readValidated(path, await locateManifest(path, root), rollout);
  return compareVersions(earlier.checked, checked);
}

async function readValidated(
  path: string,
  { directory, root }: ManifestPlace,
  rollout: HandoffRollout,
): Promise<{ report: ManifestReport; checked: ValidatedManifest }> {
  const settings = { limits: rollout.budgets, agents: knownAgentsOf(rollout) };
  const report = await validateManifestFolder(directory, { root, ...settings });
  if (!report) throw new CommandError(`${path} has no manifest.json. Pass the folder of a manifest.`);
  const parsed = HandoffManifest.safeParse(report.document);
  if (!parsed.success || !report.sizes) {
    throw new CommandError(`${path} is not a valid manifest. Run “baton validate-manifest” for its errors.`);
  }
  const { manifestTokens, requiredReadingTokens, detailTokens } = report.sizes;
  const sizes = { manifestTokens, requiredTokens: requiredReadingTokens ?? 0, fullTokens: detailTokens };
  return { report, checked: { manifest: parsed.data, findings: report.findings, ...sizes } };
}

/** Uses the protocol's key names. Sizes are in tokens, null if unknown. */
function statsOf({ path, files }: ManifestReport, checked: ValidatedManifest, limits: BudgetLimits) {
  const { manifest, findings, manifestTokens, requiredTokens, fullTokens } = checked;
  const utilization = handoffUtilization(checked, limits);
  const sizes = { manifestTokens, requiredReadingTokens: requiredTokens, detailTokens: fullTokens };
  const compression = compressionOf([sizes]);
  return {
    path,
    from_agent: manifest.from_agent,
    artifact_type: manifest.artifact_type,
    scope: manifest.scope,
    timestamp: manifest.timestamp,
    manifest_tokens: manifestTokens,
    required_reading: (files?.requiredReading ?? [])
      .flatMap((entry) => entry?.files ?? [])
      .map((file) => ({
        file: file.path,
        tokens: file.state === "counted" ? file.tokens : null,
      })),
    required_reading_tokens: requiredTokens,
    handoff_tokens: manifestTokens + requiredTokens,
    handoff_utilization: utilization,
    level: alertLevel(utilization),
    detail_tokens: fullTokens,
    compression: { of_manifest: compression.ofManifest, of_handoff: compression.ofHandoff },
    compression_target: COMPRESSION_TARGETS[manifest.artifact_type].ratio,
    errors: findings.filter(({ severity }) => severity === "error").length,
    warnings: findings.filter(({ severity }) => severity === "warning").length,
  };
}

type Stats = ReturnType<typeof statsOf> & { versions: string[] };

function describe(stats: Stats, limits: BudgetLimits): string {
  const { manifestTokens, requiredReadingTokens, handoffTokens } = limits;
  const rows: [string, ...string[]][] = [
    [formatCount(stats.manifest_tokens), `manifest, ${shareOf(stats.manifest_tokens, manifestTokens)}`],
    [
      formatCount(stats.required_reading_tokens),
      `required reading, ${shareOf(stats.required_reading_tokens, requiredReadingTokens)}`,
    ],
    ...stats.required_reading.map(({ file, tokens }): [string, ...string[]] => [
      tokens === null ? "?" : formatCount(tokens),
      `  ${file}`,
    ]),
    [
      formatCount(stats.handoff_tokens),
      `handoff, ${shareOf(stats.handoff_tokens, handoffTokens)}: ${stats.level}`,
    ],
    [stats.detail_tokens === null ? "?" : formatCount(stats.detail_tokens), "full artifacts"],
  ];
  const { of_manifest, of_handoff } = stats.compression;
  const compression =
    of_manifest === null || of_handoff === null
      ? "Compression unknown: full artifacts are missing or could not all be counted."
      : `Compression: ${formatRatio(of_manifest)} compared with the manifest, ${formatRatio(of_handoff)} compared with all required reading. The target is about ${stats.compression_target} times for a ${stats.artifact_type} from long sources.`;
  return [
    stats.path,
    `${stats.artifact_type} by ${stats.from_agent}, ${stats.timestamp}: ${stats.scope}`,
    "",
    formatRows(rows),
    "",
    compression,
    `Findings: ${countOf(stats.errors, "error")}, ${countOf(stats.warnings, "warning")}.`,
    ...(stats.versions.length > 1
      ? ["Versions (newest first):", ...stats.versions.map((one) => `  ${one}`)]
      : []),
  ].join("\n");
}

/** Formats the changes from one version to another. */
export function describeComparison({ sizes, findings, lists, values }: VersionComparison): string {
  const lines = [
    ...Object.entries(sizes).flatMap(([name, { before, after }]) =>
      before === after
        ? []
        : [`${SIZE_NAMES[name] ?? name}: ${formatSize(before)} → ${formatSize(after)} tokens`],
    ),
    ...findings.appeared.map(({ code, path }) => `+ finding ${code} ${path}`),
    ...findings.gone.map(({ code, path }) => `- finding ${code} ${path}`),
    ...lists.flatMap(({ path, added, removed }) => [
      path,
      ...removed.map((item) => `  - ${item}`),
      ...added.map((item) => `  + ${item}`),
    ]),
    ...values.flatMap(({ path, before, after }) => [
      path,
      `  - ${before ?? "nothing"}`,
      `  + ${after ?? "nothing"}`,
    ]),
  ];
  return ["Compared with the earlier version:", ...(lines.length === 0 ? ["nothing changed"] : lines)].join(
    "\n",
  );
}

const SIZE_NAMES: Record<string, string> = {
  manifestTokens: "manifest",
  requiredTokens: "required reading",
  fullTokens: "full artifacts",
};

function formatSize(tokens: number | null): string {
  return tokens === null ? "?" : formatCount(tokens);
}

function shareOf(tokens: number, limit: number): string {
  return `${formatPercent(tokens / limit)} of ${formatCount(limit)}`;
}
