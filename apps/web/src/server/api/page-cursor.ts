import { Refusal } from "@baton/http";
import { z } from "zod";
import { isUnstorable } from "../is-unstorable";
import { LIST_LIMIT } from "../keep-first";

/** Query parameters of a paged list. */
export const PAGE_QUERY = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIST_LIMIT)
    .default(50)
    .meta({ description: `Page size, ${LIST_LIMIT} or fewer.` }),
  cursor: z.string().max(1_000).optional().meta({ description: "The next_cursor of the previous page." }),
};

/** Encodes the start of the next page as opaque text. */
export function writeCursor(cursor: object | null): string | null {
  return cursor && Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** @throws Refusal if the text is not a cursor of this list. */
export function readCursor<Cursor>(schema: z.ZodType<Cursor>, text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (isUnstorable(cursor)) throw new Error("no row has such a place");
    return schema.parse(cursor);
  } catch {
    throw new Refusal(
      400,
      "malformed_request",
      "The cursor does not belong to this list. Use the next_cursor of one of its pages.",
    );
  }
}
