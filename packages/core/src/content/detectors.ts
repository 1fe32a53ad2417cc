import type { DetectorName } from "./content-rule-names";

/** A match in a text: indices of UTF-16 code units, from `start` up to, not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds matches in a text, in any order; never empty ones. An error means that it could not search the text. */
export type ContentFinder = (text: string) => readonly TextSpan[];

/** Creates finders for content rules. {@link loadDetectors} loads those of Baton. */
export interface Detectors {
  /**
   * @param wanted detector of a rule, with its pattern.
   * @throws Error if the pattern is invalid.
   */
  createFinder(wanted: {
    readonly detector: DetectorName;
    readonly pattern?: string | undefined;
  }): ContentFinder;
}
