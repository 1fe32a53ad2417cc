import { isAbsolute, relative, resolve } from "node:path";
import type { CompiledPolicy, Finding } from "@baton/core";
import { redactMarkdown } from "@baton/core/handoff-document";
import {
  ARTIFACT_TYPES,
  type ArtifactType,
  type Compaction,
  compactArtifact,
  projectRootOf,
  rephraseManifest,
} from "@baton/core/manifest";
import { saveManifest, saveManifestSources } from "@baton/core/node";
import { type Command, Option } from "commander";
import { EXIT_CODES } from "../command-error";
import { CONTENT_POLICY_OPTION, printContent, readContentPolicy } from "../content-policy";
import { createNowOption } from "../now-option";
import { formatCount, formatRatio, formatRows, JSON_OPTION, printJson, printText } from "../output";
import { REPHRASE_OPTION, readSummarizer } from "../summarizer";
import { writing } from "../writing";
import { copyFiles, type GivenArtifact, readArtifact } from "./compress-artifact/read-artifact";

interface CompressOptions {
  agent: string;
  type: ArtifactType;
  scope: string;
  to?: string[];
  out?: string;
  now?: number;
  dryRun?: true;
  rephrase?: true;
  policy?: string;
  json?: true;
}

/** `baton compress-artifact`: create a manifest from full artifacts. */
export function registerCompressArtifact(program: Command): void {
  program
    .command("compress-artifact")
    .summary("create a manifest of full artifacts")
    .description(
      "Create the manifest of an agent's files and save it with them. Each text is a quote from a file;\nmanifest.sources.json names the lines. Files outside an artifacts folder are copied to a new one.",
    )
    .argument("<path...>", "Markdown files, or folders of an artifact; - is standard input")
    .requiredOption("--agent <id>", "the agent that created it")
    .addOption(new Option("--type <type>", "artifact type").choices(ARTIFACT_TYPES).makeOptionMandatory())
    .requiredOption("--scope <sentence>", "subject of the artifact, up to 100 characters")
    .option("--to <agent...>", "the agents that will read it")
    .option("--out <folder>", "the project's root (default: that of the artifact, else the current folder)")
    .addOption(createNowOption("creation time of the artifact"))
    .option("--dry-run", "save nothing")
    .option(...REPHRASE_OPTION)
    .option(...CONTENT_POLICY_OPTION)
    .option(...JSON_OPTION)
    .action(compress);
}

async function compress(paths: string[], options: CompressOptions): Promise<void> {
  const artifact = await readArtifact(paths);
  const { agent, type, scope, to } = options;
  const contentPolicy = await readContentPolicy(options.policy);
  // Content rules come first: a model may read what is extracted, and manifest.sources.json quotes it.
  const files = artifact.files.map(({ path, text }) => {
    const { markdown, findings, failure } = redactMarkdown(text, contentPolicy);
    printContent({ findings: findings.map((found) => ({ ...found, path: path ?? "" })), failure });
    return { path, text: markdown };
  });
  const place = placeOf(artifact, options);
  const extracted = compactArtifact({
    agent,
    type,
    scope,
    files,
    tree: artifact.tree,
    timestamp: new Date(options.now ?? Date.now()).toISOString(),
    ...(to ? { toAgents: to } : {}),
    ...(place.directory === null ? {} : { artifactsDirectory: place.directory }),
  });
  const compaction = options.rephrase ? await rephraseManifest(extracted, await readSummarizer()) : extracted;
  const saved = options.dryRun
    ? null
    : await writing(place.root, () => save(artifact, compaction, place, contentPolicy));
  const { manifest, sources } = compaction;
  const findings = saved?.findings ?? compaction.findings;
  const { skipped } = artifact;
  if (findings.some(({ severity }) => severity === "error")) process.exitCode = EXIT_CODES.failure;
  if (options.json) printJson({ path: saved?.path ?? null, manifest, sources, findings, skipped });
  else printText(describe(compaction, findings, saved?.path ?? null, skipped));
}

interface Place {
  readonly root: string;
  /** Folder of the artifact, below the root; null if it does not exist yet. */
  readonly directory: string | null;
}

/** Returns the location of an artifact. Files of one folder `artifacts/{agent}/{run}` stay there. */
function placeOf({ folder }: GivenArtifact, { out, agent }: CompressOptions): Place {
  const root = out === undefined ? null : resolve(out);
  const own = folder === null ? null : projectRootOf(folder);
  if (folder !== null && own !== null && (root === null || root === own)) {
    const directory = `${relative(own, folder)}/`;
    const [, owner, run, rest] = directory.split("/");
    if (owner === agent && run && rest === "" && !isAbsolute(directory)) return { root: own, directory };
  }
  return { root: root ?? own ?? resolve("."), directory: null };
}

async function save(
  artifact: GivenArtifact,
  { manifest, sources }: Compaction,
  { root, directory }: Place,
  contentPolicy: CompiledPolicy | undefined,
): Promise<{ path: string | null; findings: readonly Finding[] } | null> {
  if (!manifest) return null;
  if (directory === null) await copyFiles(artifact, resolve(root, manifest.artifacts_directory));
  const saved = await saveManifest(root, manifest, { contentPolicy });
  if (saved.state === "refused") return { path: null, findings: saved.findings };
  await saveManifestSources(root, manifest.artifacts_directory, sources);
  return { path: saved.path, findings: saved.findings };
}

function describe(
  { manifest, sources }: Compaction,
  findings: readonly Finding[],
  path: string | null,
  skipped: readonly string[],
): string {
  const { source_tokens, manifest_tokens, ratio, expected_ratio, dropped } = sources;
  const target =
    expected_ratio === null ? "the sources are too short for a target" : `${expected_ratio}× is the target`;
  const rows: [string, ...string[]][] = [
    [formatCount(source_tokens), "tokens of sources"],
    [formatCount(manifest_tokens), "tokens of the manifest"],
    [formatRatio(ratio), `compression; ${target}`],
    [formatCount(sources.items.length), "texts, each from the lines that manifest.sources.json names"],
    [
      formatCount(dropped.length),
      `texts left out to keep it short${nameParts(sources.dropped_by_part ?? {})}`,
    ],
    ...(sources.model_tokens === undefined
      ? []
      : [
          [formatCount(sources.model_tokens), "tokens of the model that rephrased texts"] satisfies [
            string,
            string,
          ],
        ]),
  ];
  return [
    ...(manifest ? [JSON.stringify(manifest, null, 2), ""] : []),
    formatRows(rows),
    ...dropped.map(({ path: place, text }) => `  - ${place} ${text}`),
    ...skipped.map((file) => `not read: ${file} is not a text file`),
    ...findings.map(({ severity, code, path: place, message }) => `${severity} ${code} ${place} ${message}`),
    path === null ? "Nothing was saved." : `Saved: ${path}`,
  ].join("\n");
}

/** Names the parts of left out texts: `: 3 constraints, 2 key figures`. */
function nameParts(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([part, count]) => `${count} ${part.replaceAll("_", " ")}`);
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
