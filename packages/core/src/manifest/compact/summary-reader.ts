import type { Artifact } from "./artifact";
import { type DraftPart, listPart } from "./draft";
import { findDecisions } from "./find-decisions";
import { type FindOptions, findLines } from "./find-lines";
import { findOverview } from "./find-overview";
import type { HeadingMeaning } from "./heading-meaning";
import { RankedSentences } from "./ranked-sentences";
import { Selection } from "./selection";
import type { Excerpt } from "./source-text";

export type Check = (line: Excerpt) => boolean;

/** Takes each line of an artifact at most once. */
export class SummaryReader {
  readonly artifact: Artifact;
  readonly ranked: RankedSentences;
  readonly selection = new Selection();
  /** Overviews may repeat a decision, but not each other. */
  readonly #told = new Selection();
  readonly #offers: { readonly line: Excerpt; readonly part: DraftPart }[] = [];

  constructor(artifact: Artifact) {
    this.artifact = artifact;
    this.ranked = new RankedSentences(artifact);
  }

  overview(meanings: readonly HeadingMeaning[], limit: number): Excerpt[] {
    const found = findOverview(this.artifact, meanings, limit, this.ranked);
    this.selection.take(found, limit);
    return this.#told.take(found, limit);
  }

  /** Lines of meanings that fit a part, which is named by its pointer. */
  lines(
    pointer: string,
    meanings: readonly HeadingMeaning[],
    limit: number,
    fits: Check = () => true,
    options: FindOptions = {},
  ): Excerpt[] {
    const lines = meanings.flatMap((meaning) => findLines(this.artifact, meaning, options)).filter(fits);
    return this.take(pointer, lines, limit);
  }

  /** Returns the lines, or if there are fewer than two, also the best sentences with a cue. */
  atLeastTwo(
    pointer: string,
    lines: readonly Excerpt[],
    limit: number,
    { cue, fits }: { cue: RegExp; fits: Check },
  ): Excerpt[] {
    if (lines.length >= 2) return [...lines];
    return [...lines, ...this.take(pointer, this.ranked.with(cue).filter(fits), limit - lines.length)];
  }

  /** Returns the highest ranked sentences with a cue. */
  sentences(cue: RegExp, limit: number, fits: Check): Excerpt[] {
    return this.selection.take(this.ranked.with(cue).filter(fits), limit);
  }

  /** Decisions in sections, labels and tables; without any, those in sentences unless `isStated`. */
  decisions(limit: number, options: { isStated?: boolean } = {}): DraftPart {
    const { items, offered } = findDecisions(this.artifact, limit, this.selection, this.ranked, options);
    const part = { pointer: "/key_decisions", isJoined: false };
    const parts = offered.map(({ decision, item }) => ({ line: decision, part: { ...part, items: [item] } }));
    this.#offers.push(...parts);
    return { ...part, items };
  }

  /** Returns what was offered to parts and is in none of them. */
  surplus(): DraftPart[] {
    const left = new Selection();
    return this.#offers
      .filter(({ line }) => !this.selection.has(line.text) && left.take([line], 1).length > 0)
      .slice(0, MAX_SURPLUS)
      .map(({ part }) => part);
  }

  /** Takes lines for a part, and notes those without room. */
  take(pointer: string, lines: readonly Excerpt[], limit: number): Excerpt[] {
    const offered = lines.slice(0, MAX_OFFERED).map((line) => ({ line, part: listPart(pointer, [line]) }));
    this.#offers.push(...offered);
    return this.selection.take(lines, limit);
  }
}

/** Items that a report names: more are a document of their own. */
const MAX_SURPLUS = 50;
const MAX_OFFERED = 100;
