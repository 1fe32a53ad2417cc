import { readReturnedMetadata } from "@baton/core/session";
import type { RecordDocumentFormat } from "./source-format";

/** `.return-meta.json`: what an agent leaves at its end for the one that delegated to it. */
export const returnMetadata: RecordDocumentFormat = {
  kind: "record-document",
  name: "return-metadata",
  about: { files: ".return-meta.json", version: "no versions" },
  ownsPath: (path) => path.endsWith("/.return-meta.json"),
  readLine: readReturnedMetadata,
  // It lies in the folder of the task.
  sessionOf: (path) => path.split("/").at(-2) ?? null,
};
