import { dirname, posix } from "node:path";
import {
  artifactAddress,
  type FileOnDisk,
  findVersion,
  knownAgentsOf,
  type ManifestFiles,
  manifestTokens,
  parseArtifactAddress,
  projectRootOf,
} from "@baton/core/manifest";
import { listVersions, validateManifestFolder } from "@baton/core/node";
import { SecretScanner } from "@baton/core/secret-scanner";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { addTool } from "../add-tool";
import { describeManifest } from "../describe-manifest";
import { ToolError } from "../tool-error";
import { cutToBudget } from "./cut-to-budget";
import type { Project } from "./project";

const MAX_LISTED = 20;
/** Tokens of a read that names no budget. */
export const DEFAULT_TOKENS = 2_000;

const MANIFEST_PATH = z
  .string()
  .describe(
    "Path of a manifest.json or its folder, from the project's root, or an address: artifact://agent/scope@2.",
  );

/** Adds `open_manifest` and `read_detail`: the index of an agent's work first, then single files. */
export function addManifestTools(server: McpServer, project: Project): void {
  addTool(server, {
    name: "open_manifest",
    title: "Open a manifest",
    description:
      "Summary of another agent's work: result, decisions, and its files with their sizes. Without a path: the manifests of this project. Read a file with read_detail only if the summary is not enough.",
    input: z.object({ path: MANIFEST_PATH.optional() }),
    isReadOnly: true,
    run: async ({ path }) => ({
      text: path === undefined ? listManifests(project) : await openManifest(project, path),
    }),
  });
  addTool(server, {
    name: "read_detail",
    title: "Read a file of a manifest",
    description: "Part of a file that a manifest names, within a budget of tokens. Each read is recorded.",
    input: z.object({
      manifest: MANIFEST_PATH,
      file: z.string().describe("The file, as the manifest names it."),
      max_tokens: z.int().min(50).max(20_000).default(DEFAULT_TOKENS),
      from_line: z.int().min(1).default(1),
    }),
    isReadOnly: true,
    run: async ({ manifest, file, max_tokens: maxTokens, from_line: firstLine }) => ({
      text: await readDetail(project, { manifest, file, maxTokens, firstLine }),
    }),
  });
}

/**
 * Returns part of a file that a manifest names, within a budget of tokens, and records the read.
 *
 * @throws ToolError if it cannot be read.
 */
export async function readDetail(
  project: Project,
  {
    manifest,
    file,
    maxTokens,
    firstLine,
  }: { manifest: string; file: string; maxTokens: number; firstLine: number },
): Promise<string> {
  const folder = await openFolderOf(project, manifest);
  const found = await folder.read(file);
  if (found.state !== "read") {
    const reason = "reason" in found ? found.reason : found.state.replaceAll("_", " ");
    throw new ToolError(`${file} cannot be read: ${reason}. open_manifest lists the files.`);
  }
  const text = await project.redact(new TextDecoder().decode(found.bytes));
  const part = cutToBudget(text, { firstLine, maxTokens });
  const path = posix.join(project.relate(folder.path), found.path);
  await project.recordRead({ path, tokens: part.tokens, reason: "detail" });
  const rest =
    part.nextLine === null ? "" : `\n[Cut at ${maxTokens} tokens. Continue with from_line ${part.nextLine}.]`;
  return `${part.text}${rest}`;
}

/** Opens the folder of a manifest by its path, that of its manifest, or the address of a version. */
async function openFolderOf(project: Project, path: string) {
  const address = parseArtifactAddress(path);
  if (!address) {
    return project.openFolder(/(?:^|[/\\])manifest\.json$/.test(path) ? dirname(path) : path);
  }
  const versions = await listVersions(project.root, address.agent);
  const found = findVersion(address, versions, ({ manifest }) => manifest.scope);
  if (found) return project.openFolder(found.directory);
  const listed = versions.map(({ manifest: { from_agent: agent, scope } }) =>
    artifactAddress({ agent, scope }),
  );
  const known = [...new Set(listed)].slice(0, MAX_LISTED).join(", ");
  throw new ToolError(
    `The project has no ${path}. ${known === "" ? "Its agent wrote nothing." : `Its agent wrote ${known}.`}`,
  );
}

/** Lists the manifests of a project by path, newest first. */
export function listManifests(project: Project): string {
  const paths = project.listDocuments().flatMap(({ kind, path }) => (kind === "manifest" ? [path] : []));
  if (paths.length === 0) return "This project has no manifests in a folder artifacts/.";
  const listed = paths.slice(0, MAX_LISTED).map((path) => `- ${path}`);
  const more = paths.length > MAX_LISTED ? [`… and ${paths.length - MAX_LISTED} older ones`] : [];
  return ["Manifests, newest first:", ...listed, ...more].join("\n");
}

/**
 * Returns the summary of a manifest and its files with their sizes, and records the read.
 *
 * @throws ToolError if it does not exist.
 */
export async function openManifest(project: Project, path: string): Promise<string> {
  const { path: folder } = await openFolderOf(project, path);
  const root = projectRootOf(folder) ?? project.root;
  const { contentPolicy, rollout } = await project.findPolicy();
  const secretFinder = new SecretScanner();
  const settings = rollout ? { limits: rollout.budgets, agents: knownAgentsOf(rollout) } : {};
  const report = await validateManifestFolder(folder, { root, secretFinder, contentPolicy, ...settings });
  if (!report)
    throw new ToolError(`${path} has no manifest.json. Call open_manifest without a path for a list.`);
  const { document, findings, files } = report;
  const problems = findings
    .filter(({ severity }) => severity === "error")
    .map(({ code, path: place, message }) => `${code} at ${place}: ${message}`);
  if (document === undefined) throw new ToolError([`${path} is not valid JSON.`, ...problems].join("\n"));
  const tokens = manifestTokens(document);
  await project.recordRead({ path: project.relate(report.path), tokens, reason: "manifest" });
  return project.redact(describeManifest(document, { problems, files: describeFiles(files) }));
}

/** Lists each file once, with its size. */
function describeFiles(files: ManifestFiles | null): string[] {
  const kinds = [
    ["required reading", files?.requiredReading ?? []],
    ["optional", files?.optionalContext ?? []],
    ["detail", files?.detailFiles ?? []],
  ] as const;
  const lines = new Map<string, string>();
  for (const [kind, lists] of kinds) {
    for (const file of lists.flatMap((named) => named?.files ?? [])) {
      if (!lines.has(file.path)) lines.set(file.path, `${file.path} (${kind}, ${describeSize(file)})`);
    }
  }
  return [...lines.values()];
}

function describeSize(file: FileOnDisk): string {
  if (file.state === "counted") return `${file.tokens} tokens`;
  return file.state === "uncounted" ? file.cause.replaceAll("_", " ") : file.reason;
}
