import { z } from "zod";

/** Values of inputs that JSON lacks. */
const Mark = z.tuple([z.enum(["Date", "undefined"])]);
type Mark = z.infer<typeof Mark>;

/** Format of superjson with version 1 of its paths. */
const SentInput = z.object({
  json: z.unknown(),
  meta: z
    .object({
      values: z.union([Mark, z.record(z.string().max(1_000), Mark)]).optional(),
      v: z.literal(1),
    })
    .optional(),
});

/**
 * Reads an input as the pages send it: JSON, plus the positions of dates and undefined values. Other features
 * of superjson are rejected: references could expand some hundred bytes into a tree of any size, or an
 * endless one; and a mark is accepted only on a value that was sent, since an index beyond the end would
 * create an array of any length.
 *
 * @param sent the parsed request; it is changed.
 * @throws on any other input.
 */
export function readInput(sent: unknown): unknown {
  const parsed = SentInput.safeParse(sent);
  // Keep the message short: listing every problem could produce a response of any size.
  if (!parsed.success) throw refuse();
  const { json, meta } = parsed.data;
  const marks = meta?.values ?? {};
  if (Array.isArray(marks)) return valueBy(marks, json);
  for (const [path, mark] of Object.entries(marks)) setMark(json, readPath(path), mark);
  return json;
}

function setMark(json: unknown, path: readonly string[], mark: Mark): void {
  let parent: object | null = null;
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !hasPlace(value, key)) throw refuse();
    parent = value;
    value = Reflect.get(value, key);
  }
  if (parent) Reflect.set(parent, path.at(-1) ?? "", valueBy(mark, value));
}

function hasPlace(value: object, key: string): boolean {
  return Object.hasOwn(value, key) && !(Array.isArray(value) && key === "length");
}

function valueBy([mark]: Mark, sent: unknown): unknown {
  if (mark === "undefined") return undefined;
  if (typeof sent !== "string") throw refuse();
  return new Date(sent);
}

function refuse(): Error {
  return new Error("Invalid request. Reload the page. Programs must use /api/v1.");
}

/** Splits a path at `.`; a backslash escapes a dot or a backslash in a key. */
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
