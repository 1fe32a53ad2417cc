import { z } from "zod";
import { redactDocument } from "../content/check-document";
import type { HeadingMeaning } from "../manifest/compact/heading-meaning";
import { rankSentences } from "../manifest/compact/rank-sentences";
import { Selection } from "../manifest/compact/selection";
import type { Excerpt } from "../manifest/compact/source-text";
import { contentWords, countShared } from "../manifest/content-words";
import type { CompiledPolicy } from "../scoping/compile-policy";
import type { Summarizer } from "../scoping/summarize";
import { type SummarizerUse, summarizerFields } from "../scoping/summarizer-use";
import type { CompactionEvent } from "../session/compaction";
import type { ContentFinding } from "../session/content-finding";
import { countTokens } from "../tokens/count-tokens";
import { isDecision } from "./decision";
import { EssentialState } from "./essential-state";
import { type Bullet, findBullets } from "./find-bullets";
import { type PhaseNeeds, readPhaseNeeds } from "./phase-needs";
import { readTexts } from "./read-sentences";
import { renderOutput } from "./render-output";
import { rephraseLines } from "./rephrase-lines";
import { lossMetrics, reportLoss } from "./report-loss";
import { checkSurvival, type SurvivalContract } from "./survival-contract";

/** Maximum tokens (`cl100k_base`) of a context summary. */
export const MAX_SUMMARY_TOKENS = 500;

export interface PhaseRequest {
  /** Output of the phase: Markdown, or an object of texts and numbers. */
  readonly output: unknown;
  readonly essential: EssentialState;
  /** The next phase: `implementation`, or `implementation: the callback route`. */
  readonly nextPhase: string;
  /** Required facts; the event names lost ones. */
  readonly contract?: SurvivalContract;
  /** Policy, compiled with detectors: what its content rules redact or block is not in the result. */
  readonly contentPolicy?: CompiledPolicy;
}

export interface PhaseCompaction {
  /** Bullets, one per line, most needed first; empty if the output had nothing to act on. */
  readonly context_summary: string;
  readonly essential_state: EssentialState;
  /**
   * In tokens (`cl100k_base`), as compact JSON: the output with the essential state, and the rest of both.
   */
  readonly before_tokens: number;
  readonly after_tokens: number;
  /** Without IDs and time, which the writer adds. */
  readonly event: CompactionEvent;
  /** Matches of content rules, which are not in the result. */
  readonly content_findings: readonly ContentFinding[];
  /** The reason why texts are withheld; null if none is. */
  readonly content_failure: string | null;
}

/**
 * Compacts the output of a phase for the next one: bullets to act on, ranked by the needs of the next phase,
 * at most 500 tokens. Every bullet is a quote of the output, which is not stored.
 *
 * Takes linear time.
 *
 * @throws z.ZodError if the essential state lacks `task_id`, `feature` or `spec_path`.
 */
export function compactPhase(request: PhaseRequest): PhaseCompaction {
  const bullets = findBullets(readTexts([renderOutput(request.output)]));
  return describePhase(request, fitBullets(rankBullets(bullets, readPhaseNeeds(request.nextPhase))), null);
}

/**
 * Like {@link compactPhase}, and lets a model shorten the bullets, after content rules were applied. A bullet that
 * would lose a path, command or number stays a quote. The event has the tokens of the model.
 */
export async function compactPhaseWith(
  summarizer: Summarizer,
  request: PhaseRequest,
): Promise<PhaseCompaction> {
  const quoted = compactPhase(request);
  const { text, use } = await rephraseLines(summarizer, quoted.context_summary);
  const rephrased = describePhase(request, text, use);
  return {
    ...rephrased,
    content_findings: [...quoted.content_findings, ...rephrased.content_findings],
    content_failure: quoted.content_failure ?? rephrased.content_failure,
  };
}

function describePhase(request: PhaseRequest, summary: string, use: SummarizerUse | null): PhaseCompaction {
  const { output, essential, nextPhase, contract, contentPolicy } = request;
  const given = EssentialState.parse(essential);
  const text = renderOutput(output);
  const fitted = { context_summary: summary, essential_state: given };
  const { document, findings, failure } = redactDocument(contentPolicy, { from: null, to: null }, fitted);
  const { context_summary, essential_state } = Compacted.parse(document);
  const before_tokens = countPhaseTokens(text, given);
  const after_tokens = countTokens(JSON.stringify({ context_summary, essential_state }));
  return {
    context_summary,
    essential_state,
    before_tokens,
    after_tokens,
    event: {
      event_type: "compaction",
      before_tokens,
      after_tokens,
      trigger: "phase",
      next_phase: nextPhase,
      preserved: Object.keys(essential_state),
      summary: context_summary,
      ...summarizerFields(use),
      loss: lossMetrics(reportLoss(text, context_summary)),
      ...(contract
        ? { survival: checkSurvival(contract, `${context_summary}\n${describe(essential_state)}`) }
        : {}),
    },
    content_findings: findings,
    content_failure: failure,
  };
}

const Compacted = z.object({ context_summary: z.string(), essential_state: EssentialState });

/**
 * Returns the tokens (`cl100k_base`) of the next phase's input without compaction: the whole output and the
 * essential state.
 */
export function countPhaseTokens(output: unknown, essential: EssentialState): number {
  return countTokens(JSON.stringify({ output: renderOutput(output), essential_state: essential }));
}

function describe(state: EssentialState): string {
  return Object.entries(state)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");
}

/** Best bullets to compare with each other. */
const MAX_COMPARED = 120;

/** Ranks bullets by the needs of the next phase; equal ones by how much they share with the others. */
function rankBullets(bullets: readonly Bullet[], needs: PhaseNeeds): Excerpt[] {
  const scored = bullets.map((bullet) => ({ excerpt: bullet.excerpt, score: scoreBullet(bullet, needs) }));
  const best = scored.sort((a, b) => b.score - a.score).slice(0, MAX_COMPARED);
  const central = rankSentences(best.map(({ excerpt }) => excerpt));
  const places = new Map(central.map((excerpt, place) => [excerpt, place]));
  const placeOf = (excerpt: Excerpt) => places.get(excerpt) ?? bullets.length;
  return best
    .sort((a, b) => b.score - a.score || placeOf(a.excerpt) - placeOf(b.excerpt))
    .map(({ excerpt }) => excerpt);
}

/** Requirements: the modal verbs of RFC 2119 and their everyday variants. */
const BINDING = /\b(?:must|shall|cannot|never|always|only|at most|at least|not allowed|blocked)\b/i;

/** Weights of the score: the topic of the next phase, then its needs, then its requirements. */
const WEIGHTS = { sharedWord: 3, meaning: 3, cue: 2, decision: 0.5, binding: 0.5 } as const;
const MAX_SHARED_WORDS = 2;

function scoreBullet({ excerpt: { text }, meanings, heading }: Bullet, needs: PhaseNeeds): number {
  const shared = Math.min(MAX_SHARED_WORDS, countShared(needs.words, contentWords(text)));
  return (
    WEIGHTS.sharedWord * shared +
    WEIGHTS.meaning * (needs.name?.test(heading) ? 1 : weighMeanings(meanings, needs)) +
    (needs.cue?.test(text) ? WEIGHTS.cue : 0) +
    (isDecision(text) ? WEIGHTS.decision : 0) +
    (BINDING.test(text) ? WEIGHTS.binding : 0)
  );
}

/** Returns 1 for the most needed meaning, down to ½ for the least; 0 for one that is not needed. */
function weighMeanings(meanings: readonly HeadingMeaning[], needs: PhaseNeeds): number {
  const places = meanings.map((meaning) => needs.meanings.indexOf(meaning)).filter((place) => place >= 0);
  return places.length > 0 ? 1 - Math.min(...places) / (2 * needs.meanings.length) : 0;
}

/** This many four-word bullets fill a summary. */
const MAX_BULLETS = 60;

/**
 * Returns as many lines as fit, without repetitions. A line that does not fit leaves its space to shorter
 * ones.
 */
function fitBullets(lines: readonly Excerpt[]): string {
  const chosen: string[] = [];
  let tokens = 0;
  for (const { text } of new Selection().take(lines, MAX_BULLETS)) {
    // The line break is a separate token, or merges with the text before it.
    const size = countTokens(`- ${text}`) + 1;
    if (tokens + size > MAX_SUMMARY_TOKENS) continue;
    chosen.push(`- ${text}`);
    tokens += size;
  }
  return chosen.join("\n");
}
