import type { z } from "zod";

/**
 * Returns a document as it is, with its keys in their order, which parsing would change.
 *
 * @throws Error if the document does not match the schema.
 */
export function requireMatch<T>(schema: z.ZodType<T>, document: unknown): T {
  if (matches(schema, document)) return document;
  throw new Error(`the sample made an invalid document: ${schema.safeParse(document).error?.message}`);
}

function matches<T>(schema: z.ZodType<T>, document: unknown): document is T {
  return schema.safeParse(document).success;
}
