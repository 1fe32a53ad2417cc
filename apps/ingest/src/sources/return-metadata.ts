import { readReturnedMetadata } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** `.return-meta.json`: an agent's result for the agent that delegated to it. */
export const returnMetadata: RecordDocumentFormat = {
  kind: "record-document",
  name: "return-metadata",
  about: { files: ".return-meta.json", version: "no versions" },
  ownsPath: (path) => path.endsWith("/.return-meta.json"),
  readLine: readReturnedMetadata,
  // Its folder is the task folder.
  sessionOf: (path) => path.split("/").at(-2) ?? null,
};
