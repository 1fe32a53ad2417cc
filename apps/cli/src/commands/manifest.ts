import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { artifactAddress, compareVersions, HandoffManifest, isSameScope } from "@baton/core/manifest";
import { type ArtifactVersion, listVersions, validateManifestFolder } from "@baton/core/node";
import type { Command } from "commander";
import { CommandError } from "../command-error";
import { readEnvironment } from "../env";
import { explainReadError } from "../input";
import { locateManifest, locateProject } from "../manifest-place";
import { JSON_OPTION, printJson, printText } from "../output";
import { findServerAddress } from "../server-address";
import { wholeNumber } from "./handoff/whole-number";
import { describeComparison } from "./manifest-stats";

interface ProjectOptions {
  project: string;
  json?: true;
}
interface OpenOptions extends ProjectOptions {
  agent: string;
  policy?: string;
}
interface ReadOptions extends OpenOptions {
  maxTokens: number;
  fromLine: number;
}

const PROJECT = ["--project <folder>", "project with a folder artifacts", "."] as const;
const AGENT = ["--agent <name>", "name of the agent that reads, for the record", "main"] as const;
const POLICY = [
  "--policy <file>",
  "policy whose content rules apply (default: that of the server or project)",
] as const;
const NAMED = "a manifest.json, its folder, or an address such as artifact://research/oauth@2";

/** `baton manifest …`: read what other agents wrote in small parts, by path or address. */
export function registerManifest(program: Command): void {
  const manifest = program
    .command("manifest")
    .alias("artifact")
    .summary("read what other agents wrote, in small parts")
    .description(
      "Read what other agents wrote: the manifest first, then parts of its files within a budget. Each read is recorded in .baton/sessions.",
    );
  manifest
    .command("list")
    .summary("list artifacts by address, with their versions")
    .description("List the artifacts of a project by address: an agent and a scope, with their versions.")
    .option(...PROJECT)
    .option(...JSON_OPTION)
    .action(list);
  manifest
    .command("open")
    .summary("show a manifest: its summary, and its files with their sizes")
    .description("Show a manifest: its summary and decisions, and its files with their sizes.")
    .argument("<manifest>", NAMED)
    .option(...PROJECT)
    .option(...AGENT)
    .option(...POLICY)
    .option(...JSON_OPTION)
    .action(open);
  manifest
    .command("read")
    .summary("read part of a file that a manifest names")
    .description("Read part of a file that a manifest names, within a budget of tokens.")
    .argument("<manifest>", NAMED)
    .argument("<file>", "the file, as the manifest names it")
    .option(...PROJECT)
    .option(...AGENT)
    .option(...POLICY)
    .option("--max-tokens <count>", "budget in tokens", wholeNumber, 2_000)
    .option("--from-line <number>", "first line, from 1", wholeNumber, 1)
    .option(...JSON_OPTION)
    .action(read);
  manifest
    .command("diff")
    .summary("compare two versions of an artifact")
    .description("Compare two versions of an artifact: sizes, findings, and each changed text.")
    .argument("<before>", NAMED)
    .argument("<after>", NAMED)
    .option(...PROJECT)
    .option(...JSON_OPTION)
    .action(diff);
}

async function list({ project, json }: ProjectOptions): Promise<void> {
  const root = await locateProject(project);
  const agents = await readdir(join(root, "artifacts")).catch(() => []);
  const runs = (await Promise.all(agents.sort().map((agent) => listVersions(root, agent)))).flat();
  const artifacts = groupByArtifact(runs).map(([newest, ...earlier]) => {
    const { from_agent: agent, scope, timestamp } = newest.manifest;
    return {
      address: artifactAddress({ agent, scope }),
      versions: 1 + earlier.length,
      newest: timestamp,
      directory: newest.directory,
    };
  });
  if (json) return printJson(artifacts);
  if (artifacts.length === 0) return printText(`${project} has no artifacts.`);
  printText(
    artifacts
      .map(({ address, versions, newest }) => `${address}@${versions}, of ${newest.slice(0, 10)}`)
      .join("\n"),
  );
}

/** Groups runs of one agent over one scope; runs and groups are newest first. */
function groupByArtifact(runs: readonly ArtifactVersion[]): [ArtifactVersion, ...ArtifactVersion[]][] {
  const groups: [ArtifactVersion, ...ArtifactVersion[]][] = [];
  for (const run of runs) {
    const { from_agent: agent, scope } = run.manifest;
    const group = groups.find(
      ([{ manifest }]) => manifest.from_agent === agent && isSameScope(manifest.scope, scope),
    );
    if (group) group.push(run);
    else groups.push([run]);
  }
  return groups;
}

async function open(manifest: string, { json, ...options }: OpenOptions): Promise<void> {
  const { openManifest } = await import("@baton/mcp/project");
  const text = await inProject(options, (project) => openManifest(project, manifest));
  if (json) printJson({ manifest, text });
  else printText(text);
}

async function read(
  manifest: string,
  file: string,
  { json, maxTokens, fromLine, ...options }: ReadOptions,
): Promise<void> {
  const { readDetail } = await import("@baton/mcp/project");
  const firstLine = Math.max(1, fromLine);
  const text = await inProject(options, (project) =>
    readDetail(project, { manifest, file, maxTokens, firstLine }),
  );
  if (json) printJson({ manifest, file, text });
  else printText(text);
}

type Project = Parameters<typeof import("@baton/mcp/project").openManifest>[0];

async function inProject(
  { project: folder, agent, policy: file }: OpenOptions,
  run: (project: Project) => Promise<string>,
): Promise<string> {
  const { Project, ToolError } = await import("@baton/mcp/project");
  const { BATON_API_KEY: key } = readEnvironment();
  const server = key === undefined ? null : { url: findServerAddress(), key };
  try {
    const policy = { file: file ?? null, server };
    return await run(await Project.open(folder, { agent, policy, missing: "BATON_API_KEY" }));
  } catch (error) {
    if (error instanceof ToolError) throw new CommandError(error.message);
    throw explainReadError(error, folder);
  }
}

async function diff(before: string, after: string, { project, json }: ProjectOptions): Promise<void> {
  const [earlier, later] = await Promise.all([before, after].map((path) => readValidated(path, project)));
  if (!earlier || !later) return;
  const comparison = compareVersions(earlier, later);
  if (json) printJson(comparison);
  else printText(describeComparison(comparison));
}

async function readValidated(path: string, project: string) {
  const isAddress = path.startsWith("artifact://");
  const { directory, root } = await locateManifest(path, isAddress ? project : undefined);
  const report = await validateManifestFolder(directory, { root });
  const parsed = HandoffManifest.safeParse(report?.document);
  if (!report?.sizes || !parsed.success) throw new CommandError(`${path} is not a valid manifest.`);
  const { manifestTokens, requiredReadingTokens, detailTokens } = report.sizes;
  return {
    manifest: parsed.data,
    findings: report.findings,
    manifestTokens,
    requiredTokens: requiredReadingTokens ?? 0,
    fullTokens: detailTokens,
  };
}
