import { z } from "zod";
import { TextAfter } from "./text-after";

/** Required facts of a compaction: literal ones, such as an ID or a path, or sentences in any words. */
export const SurvivalContract = z.strictObject({
  literal: z.array(z.string().min(1)).optional(),
  said: z.array(z.string().min(1)).optional(),
});
export type SurvivalContract = z.infer<typeof SurvivalContract>;

export type Survival = {
  /** Number of required facts. */
  required: number;
  /** Facts that the text lacks, in the contract's order. */
  missing: string[];
};

/**
 * Checks a text against required facts. A literal fact must appear, ignoring white space and case; a sentence
 * must share three of five words with a sentence of the text.
 */
export function checkSurvival({ literal = [], said = [] }: SurvivalContract, text: string): Survival {
  const after = new TextAfter();
  after.add(text);
  return {
    required: literal.length + said.length,
    missing: [...literal.filter((fact) => !after.holds(fact)), ...said.filter((fact) => !after.says(fact))],
  };
}
