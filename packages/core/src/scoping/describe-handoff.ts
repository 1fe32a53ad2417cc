import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ContextHandoffEvent } from "../session/context-handoff";
import { countTokens } from "../tokens/count-tokens";
import { ContentRules } from "./apply-content-rules";
import { attempt } from "./attempt";
import type { CompiledPolicy } from "./compile-policy";
import { handedOver, joinParts, readParts } from "./context-part";
import type { FilteredContext } from "./filter-context";
import type { Handoff } from "./handoff";
import type { ScopedContext } from "./handoff-context";
import { createHandoffEvent, summarizeContext } from "./handoff-event";
import type { HandoffTerms } from "./handoff-terms";
import type { ScopingState } from "./outcome";
import { outlineContext } from "./outline";
import { plainJson } from "./plain-json";
import { type RecoveredContext, stripContext } from "./recover-context";
import { RemovedPaths } from "./removed-paths";
import { SoughtFields } from "./sought-fields";
import type { Translation } from "./translate-outputs";

/** Content of a handoff, stored next to its session under its hash. */
export interface CapturedContent {
  /** Hex SHA-256 of `json`: the event's `context_sha256`. */
  readonly sha256: string;
  /** Compact JSON of `{ "before", "after" }`: the context without its blocked fields, and what passed. */
  readonly json: string;
}

/** An event, and the content that it refers to. */
export interface HandoffDescription {
  readonly event: ContextHandoffEvent | null;
  readonly content: CapturedContent | null;
}

/**
 * Creates the event of a scoped handoff: sizes, outline, notes.
 *
 * @param outcome.startedAt start of scoping, by the handoff's own clock.
 */
export function describeHandoff(
  policy: CompiledPolicy,
  handoff: Handoff,
  outcome: {
    filtered: FilteredContext;
    translation: Translation;
    content: ContentRules;
    scoped: ScopedContext;
    state: ScopingState;
    startedAt: number | undefined;
  },
): HandoffDescription {
  const { filtered, translation, scoped } = outcome;
  const { outline, isTruncated, isPlain } = outlineContext(
    filtered.parts,
    filtered.terms,
    handoff.outlineKey,
  );
  const before = joinParts(filtered.parts, (part) => part.before);
  const after = joinParts(filtered.parts, handedOver);
  const afterJson = JSON.stringify(after);
  const beforeJson = isPlain ? JSON.stringify(before) : plainJson(before);
  const beforeTokens = countTokens(beforeJson);
  const afterTokens = afterJson === beforeJson ? beforeTokens : countTokens(afterJson);
  const content = handoff.capturesContent ? captureContent(policy, handoff, afterJson) : null;
  const event = createHandoffEvent(policy, handoff, {
    scopingState: outcome.state,
    terms: filtered.terms,
    before: summarizeContext(before, beforeTokens),
    after: { ...summarizeContext(after, afterTokens), ...fieldsIncluded(filtered) },
    fieldsFiltered: scoped.fields_filtered,
    strategies: translation.strategies,
    summarizer: translation.summarizer,
    outline,
    isOutlineTruncated: isTruncated,
    contextSha256: content?.sha256 ?? null,
    durationMicroseconds: durationSince(handoff, outcome.startedAt),
    contentFindings: outcome.content.findings,
    notes: [...notesOn(policy, handoff, filtered, scoped), ...outcome.content.notes, ...translation.notes],
  });
  return { event, content };
}

/**
 * Creates the event of a recovered handoff: exact sizes at any depth, and an empty outline marked as
 * truncated. Never throws; returns no event if even this fails.
 */
export function describeRecovery(
  policy: CompiledPolicy,
  handoff: Handoff,
  outcome: { recovered: RecoveredContext; terms: Pick<HandoffTerms, "mode" | "rule">; state: ScopingState },
): HandoffDescription {
  const { recovered } = outcome;
  const before = attempt(() =>
    joinParts(readParts(handoff.context, new RemovedPaths()), (part) => part.before),
  );
  const beforeTokens = before && attempt(() => countTokens(plainJson(before)));
  const afterTokens = attempt(() => countTokens(plainJson(recovered.context)));
  const isCounted = beforeTokens !== null && afterTokens !== null;
  const event = attempt(() =>
    createHandoffEvent(policy, handoff, {
      scopingState: outcome.state,
      terms: outcome.terms,
      before: summarizeContext(before ?? recovered.context, isCounted ? beforeTokens : 0),
      after: summarizeContext(recovered.context, isCounted ? afterTokens : 0),
      fieldsFiltered: recovered.fieldsFiltered,
      strategies: [],
      summarizer: null,
      outline: [],
      isOutlineTruncated: true,
      contextSha256: null,
      durationMicroseconds: null,
      contentFindings: recovered.contentFindings,
      notes: isCounted ? [recovered.note] : [recovered.note, "The context could not be counted"],
    }),
  );
  return { event, content: null };
}

/** Returns the patterns of the allowed list that kept something; empty without a list. */
function fieldsIncluded({ terms, parts }: FilteredContext): { fields_included?: string[] } {
  if (terms.allowed === null) return {};
  const outputs = parts.filter(({ kind }) => kind === "output").map(handedOver);
  const patterns = terms.rule?.allowed_context_fields ?? [];
  const sought = new SoughtFields(patterns);
  const kept = new Set(sought.listFound(sought.find(outputs)));
  return { fields_included: patterns.filter((pattern) => kept.has(pattern)) };
}

function captureContent(policy: CompiledPolicy, handoff: Handoff, afterJson: string): CapturedContent {
  const { context } = stripContext(policy, handoff, new ContentRules(policy, handoff));
  const json = `{"before":${plainJson(context)},"after":${afterJson}}`;
  return { sha256: bytesToHex(sha256(utf8ToBytes(json))), json };
}

function durationSince(handoff: Handoff, startedAt: number | undefined): number | null {
  return startedAt === undefined || !handoff.microseconds
    ? null
    : Math.max(0, handoff.microseconds() - startedAt);
}

function notesOn(
  policy: CompiledPolicy,
  { from }: Handoff,
  filtered: FilteredContext,
  scoped: ScopedContext,
): string[] {
  const notes: string[] = [];
  if (policy.index === null) notes.push("No valid policy is available: every handoff is minimal");
  if (scoped.fields_filtered.length > 0) notes.push(`Fields filtered: ${scoped.fields_filtered.length}`);
  if (filtered.removed.isTruncated) notes.push("There were too many to name all of them");
  if (filtered.isOutputDropped) {
    notes.push(`Dropped, because allowed fields apply only to objects: ${from}`);
  }
  return notes;
}
