import { z } from "zod";
import { HandoffManifest } from "./manifest";

/**
 * The published form of {@link HandoffManifest}, JSON Schema draft-07: it accepts and refuses
 * the same documents. What no schema can say (sizes, files, sentences, what is missing for the
 * next agent) is found by `validateManifest`.
 */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(HandoffManifest, { target: "draft-7", io: "input" });
}
