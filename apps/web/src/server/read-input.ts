import superjson, { type SuperJSONResult } from "superjson";
import { z } from "zod";

/** What JSON has no value for, and inputs have. */
const Mark = z.tuple([z.enum(["Date", "undefined"])]);

const SentInput = z.object({
  json: z.custom<SuperJSONResult["json"]>(),
  meta: z
    .object({ values: z.union([Mark, z.record(z.string(), Mark)]).optional(), v: z.int().optional() })
    .optional(),
});

/**
 * Reads an input as the pages send it: JSON, and where in it a moment or nothing stands. What else superjson could be told is left
 * out: to put one value in several places makes a tree of any size out of some hundred bytes, or one without an end.
 *
 * @param sent what was parsed from the request.
 * @throws where a value is said to be anything else.
 */
export function readInput(sent: unknown): unknown {
  const input = SentInput.safeParse(sent);
  // In few words: to name each of what is wrong would be an answer of any size.
  if (!input.success) throw new Error("The input is not written as pages write it.");
  return superjson.deserialize(input.data, { inPlace: true });
}
