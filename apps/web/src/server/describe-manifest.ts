import { groupBy } from "@baton/core/internal";
import {
  COMPRESSION_TARGETS,
  compressionOf,
  countDropped,
  isCompressionLow,
  type ManifestSizes,
  ManifestSources,
  type NamedFiles,
  resolveDependencies,
  viewManifest,
} from "@baton/core/manifest";
import { alertLevel, type BudgetLimits, handoffUtilization, planContext } from "@baton/core/tokens";
import type { getManifest, listProjectManifests, StoredManifestFile } from "@baton/db";
import { fromStorableText } from "@baton/server/storable-text";
import { z } from "zod";
import { keepFirst } from "./keep-first";

type StoredManifest = NonNullable<Awaited<ReturnType<typeof getManifest>>>;
type ProjectManifest = Awaited<ReturnType<typeof listProjectManifests>>[number];

const Descriptions = z
  .array(z.object({ description: z.string() }).nullable().catch(null))
  .catch([])
  .transform((files) => files.map((file) => file?.description ?? null));

const Described = z.object({ required_reading: Descriptions, optional_context: Descriptions });

/** Characters of a document that is shown in parts: the largest valid manifest has two thousand tokens. */
export const MAX_SHOWN_DOCUMENT = 100_000;

/**
 * Describes a manifest's document and the source of each text; null if it is not stored. For one
 * too large to display it returns only that fact.
 */
export function describeDocument({ text, sourcesText }: Pick<StoredManifest, "text" | "sourcesText">) {
  const document = parseOrNull(text);
  if (document === null) return null;
  const isTooLarge = isTooLargeToShow(text);
  const view = viewManifest(isTooLarge ? {} : document);
  const sources = readSources(sourcesText);
  return {
    isTooLarge,
    summary: view.summary,
    keyDecisions: view.key_decisions,
    items: sources?.items ?? [],
    dropped: sources?.dropped ?? [],
    droppedByPart: countDropped(sources?.dropped ?? []),
  };
}

function readSources(sourcesText: string | null) {
  return isTooLargeToShow(sourcesText) ? null : ManifestSources.safeParse(parseOrNull(sourcesText)).data;
}

/** Lists the texts of a manifest that come from lines of a file, with their place in the manifest. */
export function listItemsOf({ sourcesText }: Pick<StoredManifest, "sourcesText">, path: string) {
  return (readSources(sourcesText)?.items ?? []).flatMap((item) => {
    if (item.origin === "file_tree" || item.source.file !== path) return [];
    const { startLine, endLine } = item.source;
    return { path: item.path, text: item.text, startLine, endLine };
  });
}

function isTooLargeToShow(text: string | null): boolean {
  return text !== null && text.length > MAX_SHOWN_DOCUMENT;
}

/**
 * Lists the files that a manifest names, as found on disk, each once with all its uses: required reading
 * first. `sha256` is null if the text of a file is not stored. Null if they were not checked.
 */
export function describeFiles(
  { text, files }: Pick<StoredManifest, "text" | "files">,
  storedFiles: readonly StoredManifestFile[] = [],
) {
  if (files === null) return null;
  const hashes = new Map(storedFiles.map(({ path, sha256 }) => [path, sha256]));
  const shown = Described.safeParse(parseOrNull(text)).data;
  const listed = [
    ...listFiles("required", files.requiredReading, shown?.required_reading),
    ...listFiles("optional", files.optionalContext, shown?.optional_context),
    ...listFiles("detail", files.detailFiles),
  ];
  const byPath = [...groupBy(listed, ({ file }) => file.path).values()];
  return keepFirst(
    byPath.flatMap(gatherUses).map((named) => ({ ...named, sha256: hashes.get(named.file.path) ?? null })),
  );
}

type NamedFile = ReturnType<typeof listFiles>[number];

function gatherUses(named: readonly NamedFile[]) {
  const [first] = named;
  if (!first) return [];
  const { file } = first;
  const description = named.find((each) => each.description !== null)?.description ?? null;
  return [{ file, uses: [...new Set(named.map(({ use }) => use))], description }];
}

function listFiles(
  use: "required" | "optional" | "detail",
  entries: readonly (NamedFiles | null)[],
  descriptions: readonly (string | null)[] = [],
) {
  return entries.flatMap((entry, index) =>
    (entry?.files ?? []).map((file) => ({ use, file, description: descriptions[index] ?? null })),
  );
}

/** Compares a handoff with its budgets and its sources. Sizes are in tokens. */
export function describeBudget(
  { artifactType, ...sizes }: ManifestSizes & Pick<StoredManifest, "artifactType">,
  limits: BudgetLimits,
) {
  const { manifestTokens, requiredReadingTokens, detailTokens } = sizes;
  const requiredTokens = requiredReadingTokens ?? 0;
  const utilization = handoffUtilization({ manifestTokens, requiredTokens }, limits);
  const plan = planContext({ incomingHandoff: manifestTokens + requiredTokens }, limits);
  const target = COMPRESSION_TARGETS[artifactType ?? "handoff"];
  return {
    manifest: use(manifestTokens, limits.manifestTokens),
    required: use(requiredTokens, limits.requiredReadingTokens),
    handoff: { ...use(manifestTokens + requiredTokens, limits.handoffTokens), utilization },
    areFilesKnown: requiredReadingTokens !== null,
    context: {
      utilization: plan.contextUtilization,
      targetShare: limits.targetShare,
      windowTokens: limits.windowTokens,
      systemPromptTokens: limits.systemPromptTokens,
      historyTokens: limits.historyTokens,
    },
    compression: {
      ...compressionOf([sizes]),
      detailTokens,
      target: target.ratio,
      fromTokens: target.fromTokens,
      isLow: isCompressionLow(artifactType, sizes),
      isChecked: detailTokens !== null && detailTokens >= target.fromTokens,
    },
  };
}

function use(tokens: number, limitTokens: number) {
  const utilization = tokens / limitTokens;
  return { tokens, limitTokens, utilization, level: alertLevel(utilization) };
}

/**
 * Resolves the dependencies of a manifest, and finds those that no later one
 * covers; null if documents are not stored.
 */
export function describeDependencies(
  { manifestId, text }: Pick<StoredManifest, "manifestId" | "text">,
  project: readonly ProjectManifest[],
) {
  if (text === null) return null;
  const others = project.filter((other) => other.manifestId !== manifestId);
  const documents = [...others, { manifestId, text }].map((each) => ({
    id: each.manifestId,
    document: parseOrNull(each.text),
  }));
  const { dependencies, uncovered } = resolveDependencies(documents);
  const named = new Map(project.map((other) => [other.manifestId, other]));
  const targets = dependencies
    .filter((dependency) => dependency.manifestId === manifestId)
    .map(({ agent, part, requirement, index, resolvedTo }) => {
      const found = resolvedTo === null ? undefined : named.get(resolvedTo);
      const target = found && { manifestId: found.manifestId, scope: found.scope };
      return { agent, part, requirement, index, target: target ?? null };
    });
  const own = uncovered.filter((constraint) => constraint.manifestId === manifestId);
  return { dependencies: keepFirst(targets), uncovered: keepFirst(own) };
}

/** Parses a stored document; null if it is missing or not JSON. */
export function parseOrNull(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(fromStorableText(text).replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
