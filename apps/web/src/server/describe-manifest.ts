import {
  alertLevel,
  type BudgetLimits,
  COMPRESSION_TARGETS,
  compressionOf,
  fromStorableText,
  handoffUtilization,
  isCompressionLow,
  type ManifestSizes,
  planContext,
  resolveDependencies,
  viewManifest,
} from "@baton/core";
import { ManifestSources } from "@baton/core/compaction";
import type { getManifest, listProjectManifests } from "@baton/db";
import { z } from "zod";

type StoredManifest = NonNullable<Awaited<ReturnType<typeof getManifest>>>;
type ProjectManifest = Awaited<ReturnType<typeof listProjectManifests>>[number];

const Descriptions = z
  .array(z.object({ description: z.string() }).nullable().catch(null))
  .catch([])
  .transform((files) => files.map((file) => file?.description ?? null));

const NamedFiles = z.object({ required_reading: Descriptions, optional_context: Descriptions });

/** What a manifest's document says, and where each text of it comes from; null where it is not stored. */
export function describeDocument({ text, sourcesText }: Pick<StoredManifest, "text" | "sourcesText">) {
  const document = parseOrNull(text);
  if (document === null) return null;
  const view = viewManifest(document);
  const named = NamedFiles.safeParse(document).data;
  const sources = ManifestSources.safeParse(parseOrNull(sourcesText));
  return {
    summary: view.summary,
    keyDecisions: view.key_decisions,
    /** What is said of each file, in the order of the lists. */
    descriptions: {
      requiredReading: named?.required_reading ?? [],
      optionalContext: named?.optional_context ?? [],
    },
    items: sources.data?.items ?? [],
    dropped: sources.data?.dropped ?? [],
  };
}

/** How much of its budgets a handoff takes, and how much shorter it is than its sources. Sizes are in tokens. */
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
      isJudged: detailTokens !== null && detailTokens >= target.fromTokens,
    },
  };
}

function use(tokens: number, limitTokens: number) {
  const utilization = tokens / limitTokens;
  return { tokens, limitTokens, utilization, level: alertLevel(utilization) };
}

/** What a manifest depends on, resolved, and what no later one covers of it; null where documents are not stored. */
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
  return {
    dependencies: dependencies
      .filter((dependency) => dependency.manifestId === manifestId)
      .map(({ agent, part, requirement, index, resolvedTo }) => {
        const found = resolvedTo === null ? undefined : named.get(resolvedTo);
        const target = found && { manifestId: found.manifestId, scope: found.scope };
        return { agent, part, requirement, index, target: target ?? null };
      }),
    uncovered: uncovered.filter((constraint) => constraint.manifestId === manifestId),
  };
}

/** A document as it was stored, parsed; null where there is none, or it is no JSON. */
export function parseOrNull(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(fromStorableText(text).replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
