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

/** Stored texts of the files of a manifest: characters of one and of all of them, and their number. */
const MAX_STORED = { ofOne: 256 * 1024, ofAll: 2 * 1024 * 1024, files: 100 };

/** The masked result of a validation. */
export interface CheckedManifest {
  readonly validation: ManifestValidation;
  /** Texts of the files that it names, within limits; empty if content is not stored. */
  readonly fileTexts: readonly { path: string; text: string }[];
}

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
): Promise<CheckedManifest | null> {
  const folder = dirname(path);
  const texts = new FileTexts();
  const first = await listFirstManifests(db, { workspaceId, projectRoot }, path);
  const report = await validateManifestFolder(folder, {
    root: projectRoot,
    limits: rollout.budgets,
    agents: knownAgentsOf(rollout),
    secretFinder: scanner,
    onText: (name, text) => texts.add(name, text),
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
  const validation = {
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
  const fileTexts = storesContent
    ? texts.list().map((file) => ({ path: mask(file.path), text: maskLines(file.text, scanner) }))
    : [];
  return { validation, fileTexts };
}

/** Collects the texts of files, each once, within the limits. */
class FileTexts {
  readonly #texts = new Map<string, string>();
  #length = 0;

  add(path: string, text: string): void {
    const length = this.#length + text.length;
    const isTooMuch = length > MAX_STORED.ofAll || this.#texts.size >= MAX_STORED.files;
    if (text.length > MAX_STORED.ofOne || isTooMuch || this.#texts.has(path)) return;
    this.#texts.set(path, text);
    this.#length = length;
  }

  list(): { path: string; text: string }[] {
    return [...this.#texts].map(([path, text]) => ({ path, text }));
  }
}

/** Masks secrets and keeps the line breaks within them, so that line numbers stay true. */
function maskLines(text: string, scanner: SecretScanner): string {
  let masked = "";
  let last = 0;
  for (const { kind, start, end } of scanner.findSecrets(text)) {
    const breaks = text.slice(start, end).match(/\r\n|\n|\r/g) ?? [];
    masked += `${text.slice(last, start)}[masked:${kind}]${breaks.join("")}`;
    last = end;
  }
  return masked + text.slice(last);
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
