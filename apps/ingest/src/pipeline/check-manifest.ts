import { dirname } from "node:path";
import type { Finding } from "@baton/core";
import {
  type HandoffRollout,
  knownAgentsOf,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  type NamedFiles,
  phaseOf,
} from "@baton/core/manifest";
import { ContainedFolder, validateManifestFolder } from "@baton/core/node";
import type { SecretScanner } from "@baton/core/secret-scanner";
import { listFirstManifests, type ManifestValidation } from "@baton/db/write";
import { checkLine } from "./check-line";
import type { IngestContext } from "./ingest-context";

const SOURCES_FILE = "manifest.sources.json";

/**
 * Validates a manifest with its files inside its folder, and with the first manifest of each agent of its
 * project. The result is masked.
 *
 * @param manifest.path absolute path.
 * @returns null if the manifest is gone or behind a symlink.
 */
export async function checkManifest(
  { db, scanner, storesContent }: IngestContext,
  { workspaceId, projectRoot, path }: { workspaceId: string; projectRoot: string; path: string },
  rollout: HandoffRollout,
): Promise<ManifestValidation | null> {
  const folder = dirname(path);
  const first = await listFirstManifests(db, { workspaceId, projectRoot }, path);
  const report = await validateManifestFolder(folder, {
    root: projectRoot,
    limits: rollout.budgets,
    agents: knownAgentsOf(rollout),
    secretFinder: scanner,
    others: first.map((other) => ({
      id: other.path,
      document: {
        from_agent: other.fromAgent,
        artifact_type: other.artifactType,
        timestamp: other.writtenAt.toISOString(),
      },
    })),
  }).catch(ifGone);
  if (!report || report.path !== path) return null;
  const { findings, sizes, files } = report;
  const mask = (text: string) => scanner.maskText(text).text;
  const maskEntries = (entries: readonly (NamedFiles | null)[]) =>
    entries.map((entry) => entry && maskEntry(entry, mask));
  return {
    findings: findings.map((finding) => maskFinding(finding, mask, storesContent)),
    requiredReadingTokens: sizes?.requiredReadingTokens ?? null,
    detailTokens: sizes?.detailTokens ?? null,
    files: files && {
      requiredReading: maskEntries(files.requiredReading),
      optionalContext: maskEntries(files.optionalContext),
      detailFiles: maskEntries(files.detailFiles),
    },
    phase: phaseOf(rollout, report.fromAgent),
    sourcesText: storesContent ? await readSources(folder, scanner) : null,
  };
}

/** A message may quote the document, so treat it as content; code, path and hint are not. */
function maskFinding(finding: Finding, mask: (text: string) => string, storesContent: boolean): Finding {
  return {
    ...finding,
    path: mask(finding.path),
    message: storesContent ? mask(finding.message) : "",
  };
}

function maskEntry({ name, isPattern, files }: NamedFiles, mask: (text: string) => string): NamedFiles {
  return {
    isPattern,
    name: mask(name),
    files: files.map((file) =>
      "reason" in file
        ? { ...file, path: mask(file.path), reason: mask(file.reason) }
        : { ...file, path: mask(file.path) },
    ),
  };
}

/** Reads the source lines of each item that compaction recorded; null without such a file. */
async function readSources(path: string, scanner: SecretScanner): Promise<string | null> {
  const folder = await ContainedFolder.open(path).catch(ifGone);
  if (!folder) return null;
  const file = await folder.read(SOURCES_FILE, MAX_MANIFEST_BYTES);
  const checked = file.state === "read" ? checkLine(file.bytes, MAX_MANIFEST_VALUES) : null;
  return checked?.ok ? scanner.maskJson(checked.text).text : null;
}

/** Returns null if the folder disappears or becomes unreadable during the check. */
export function ifGone(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return null;
  throw error;
}
