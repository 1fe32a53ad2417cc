import { z } from "zod";
import { HandoffManifest } from "./manifest";

/**
 * Returns the published form of {@link HandoffManifest}, JSON Schema draft-07: it accepts and rejects the
 * same documents. `validateManifest` checks what a schema cannot express: sizes, files, sentences, and
 * content that the next agent needs.
 */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(HandoffManifest, { target: "draft-7", io: "input" });
}
