import { type Artifact, eachPassage } from "./artifact";
import { isInformative } from "./informative";
import { rankSentences } from "./rank-sentences";
import type { Excerpt } from "./source-text";

/** The sentences of an artifact outside of asides, ranked at first use. */
export class RankedSentences {
  readonly #artifact: Artifact;
  readonly #claimed = new Set<Excerpt>();
  #ranked: readonly Excerpt[] | null = null;

  constructor(artifact: Artifact) {
    this.#artifact = artifact;
  }

  /** Returns the sentences that match a cue. */
  with(cue: RegExp): Excerpt[] {
    return this.#rank().filter(({ text }) => cue.test(text));
  }

  /** Returns the sentences under no heading with a meaning. */
  unclaimed(): Excerpt[] {
    return this.#rank().filter((sentence) => !this.#claimed.has(sentence));
  }

  #rank(): readonly Excerpt[] {
    this.#ranked ??= rankSentences(this.#collect());
    return this.#ranked;
  }

  #collect(): Excerpt[] {
    return [...eachPassage(this.#artifact)].flatMap(({ passage, section }) => {
      // An item to avoid means the opposite when quoted alone.
      const isNegated = section.recognitions.some(({ meaning }) => meaning === "avoid");
      if (passage.kind === "row" || isNegated) return [];
      const informative = passage.sentences.filter((sentence) => isInformative(sentence));
      if (section.recognitions.length > 0) for (const sentence of informative) this.#claimed.add(sentence);
      return informative;
    });
  }
}
