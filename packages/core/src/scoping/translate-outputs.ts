import type { ConversationTranslation } from "../policy/policy";
import { shorten } from "../shorten";
import { joinBlockedPatterns } from "./blocked-fields";
import { addStep, type ContextPart, remainder } from "./context-part";
import type { FilteredContext } from "./filter-context";
import { TreeFilter } from "./filter-tree";
import { recastRoles } from "./recast-roles";
import { REMOVED } from "./removed";
import { ValueBudget } from "./scoping-error";
import { SoughtFields } from "./sought-fields";
import { type SummaryReply, type SummaryRequest, summarizeExtractively } from "./summarize";
import { summarizeOutput } from "./summarize-output";
import { addUse, type SummarizerUse } from "./summarizer-use";
import { dropUnpairedToolMessages } from "./tool-pairs";

/** The steps of a translation, in order. */
export const TRANSLATION_STRATEGIES = ["extract_fields", "filter", "summarize", "recast_role"] as const;
export type TranslationStrategy = (typeof TRANSLATION_STRATEGIES)[number];

export interface Translation {
  /** The steps that changed something. */
  readonly strategies: TranslationStrategy[];
  /** Sentences for the auditor, without content. */
  readonly notes: string[];
  /** Tokens used for summaries, 0 of extractive ones; null without a summary. */
  readonly summarizer: SummarizerUse | null;
}

/**
 * Turns the scoped outputs into a conversation that the receiver can continue. Keeps or drops tool calls and
 * results together in every part, translated or not, because providers reject one without the other.
 * Translates outputs as the rule says: extracts fields, filters them again, shortens texts over
 * `max_summary_tokens`, changes roles. Adds its steps to the parts.
 *
 * A generator, so that one routine serves both modes: it yields each text to summarize, without blocked
 * fields, and receives the summary. The caller can wait for a model; without its summary, the extractive one
 * is used.
 *
 * @param translation undefined if the rule or the policy has none.
 */
export function* translate(
  filtered: FilteredContext,
  translation: ConversationTranslation | undefined,
): Generator<SummaryRequest, Translation, SummaryReply> {
  const steps = translateOutputs(filtered, translation);
  let use: SummarizerUse | null = null;
  let hasSummary = false;
  let failures = 0;
  let step = steps.next();
  while (!step.done) {
    const request = step.value;
    const reply = yield request;
    const isModels = typeof reply === "object";
    if (reply === "failed") failures += 1;
    use = addUse(use, reply);
    hasSummary = true;
    step = steps.next(isModels ? reply.text : summarizeExtractively(request));
  }
  const notes = failures === 0 ? [] : ["The summarizer failed; an extractive summary was used"];
  return {
    strategies: step.value.strategies,
    notes: [...step.value.notes, ...notes],
    summarizer: hasSummary ? (use ?? NO_MODEL) : null,
  };
}

const NO_MODEL: SummarizerUse = { tokens: 0, outputTokens: null, model: null };

function* translateOutputs(
  filtered: FilteredContext,
  translation: ConversationTranslation | undefined,
): Generator<SummaryRequest, Pick<Translation, "strategies" | "notes">, string> {
  const ran = new Set<TranslationStrategy>();
  const extracted = translation?.extract_fields ?? [];
  const sought = extracted.length > 0 ? new SoughtFields(extracted) : null;
  const notes: string[] = [];
  // Shared by all outputs, which have at most as many values as the original context.
  const budgets = { extracting: new ValueBudget(), filtering: new ValueBudget() };
  for (const part of filtered.parts) {
    if (remainder(part) === REMOVED) continue;
    const config = part.kind === "output" ? translation : undefined;
    const extraction = sought && { sought, notes, budget: budgets.extracting };
    if (config && extraction && extractFields(part, filtered, extraction)) ran.add("extract_fields");
    if (config?.filter_enabled && filterBlocked(part, filtered, budgets.filtering)) ran.add("filter");
    if (dropUnpairedToolMessages(part, filtered)) {
      const whose = part.kind === "output" ? `the output of ${part.name}` : part.name;
      notes.push(`Tool messages were dropped with their partners from ${whose}`);
      if (remainder(part) === REMOVED) continue;
    }
    if (config?.summarize) {
      const output = remainder(part);
      addStep(part, "summarized", yield* summarizeOutput(output, config.max_summary_tokens));
      if (remainder(part) !== output) ran.add("summarize");
    }
    if (config?.recast_role) {
      const output = remainder(part);
      addStep(part, null, recastRoles(output, part.name, config.recast_role));
      if (remainder(part) !== output) ran.add("recast_role");
    }
  }
  return { strategies: TRANSLATION_STRATEGIES.filter((strategy) => ran.has(strategy)), notes };
}

/** Keeps the listed fields of an output that is an object; skips and records missing ones. */
function extractFields(
  part: ContextPart,
  filtered: FilteredContext,
  { sought, notes, budget }: { sought: SoughtFields; notes: string[]; budget: ValueBudget },
): boolean {
  const output = remainder(part);
  if (typeof output !== "object" || output === null || Array.isArray(output)) return false;
  const kept = treeFilter(part, filtered, NOTHING_BLOCKED, budget).filter(output, [sought.root]);
  const { named, count } = sought.listOthers(sought.find([output]), MAX_NAMED);
  if (count > 0 && notes.length < MAX_NOTES) {
    const names = named.map((name) => shorten(name));
    const more = count > named.length ? `, and ${count - named.length} more` : "";
    notes.push(`Not found in the output of ${part.name} by extract_fields: ${names.join(", ")}${more}`);
  }
  addStep(part, "extracted", kept);
  return true;
}

/**
 * Scoping has already removed blocked fields; this verifies it, and counts as a step only if something is
 * blocked.
 */
function filterBlocked(part: ContextPart, filtered: FilteredContext, budget: ValueBudget): boolean {
  const blocked = filtered.terms.blockedInOutputOf(part.name);
  if (blocked.isEmpty) return false;
  addStep(part, "blocked", treeFilter(part, filtered, blocked, budget).filter(remainder(part)));
  return true;
}

function treeFilter(
  part: ContextPart,
  filtered: FilteredContext,
  blocked: typeof NOTHING_BLOCKED,
  budget: ValueBudget,
): TreeFilter {
  const { removed } = filtered;
  return new TreeFilter({ root: part.path, blocked, removed, budget, isKnownPlain: true });
}

/** Limits for reports of missing fields: per output, and outputs. */
const [MAX_NAMED, MAX_NOTES] = [20, 100];

const NOTHING_BLOCKED = joinBlockedPatterns([]);
