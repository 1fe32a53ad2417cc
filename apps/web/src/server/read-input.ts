import superjson, { type SuperJSONResult } from "superjson";
import { z } from "zod";

/** What JSON has no value for, and inputs have. */
const Mark = z.tuple([z.enum(["Date", "undefined"])]);

/** In UTF-16 units: superjson reads a path letter by letter. */
const MAX_PATH = 1_000;

const SentInput = z.object({
  json: z.custom<SuperJSONResult["json"]>(),
  meta: z
    .object({ values: z.union([Mark, z.record(z.string(), Mark)]).optional(), v: z.literal(1).optional() })
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
  if (!input.success || !areNamed(input.data)) throw new Error("The input is not written as pages write it.");
  return superjson.deserialize(input.data, { inPlace: true });
}

/** Whether each value that a mark is set at was sent: an index beyond the end would make an array of any length out of some bytes. */
function areNamed({ json, meta }: z.output<typeof SentInput>): boolean {
  const marks = meta?.values;
  if (!marks || Array.isArray(marks)) return true;
  return Object.keys(marks).every((path) => path.length <= MAX_PATH && reaches(json, readPath(path)));
}

function reaches(json: unknown, path: readonly string[]): boolean {
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    if (Array.isArray(value) && key === "length") return false;
    value = Reflect.get(value, key);
  }
  return true;
}

/** The keys of a path as superjson writes it: divided by `.`, with a backslash before a dot or a backslash in one. */
function readPath(path: string): string[] {
  const keys: string[] = [];
  let key = "";
  for (let index = 0; index < path.length; index += 1) {
    if (path[index] === ".") {
      keys.push(key);
      key = "";
    } else {
      if (path[index] === "\\") index += 1;
      key += path[index] ?? "";
    }
  }
  return [...keys, key];
}
