import { readWhoAndWhenLog } from "@baton/core/session";
import { type RecordDocumentFormat, stemOf } from "./source-format";

/**
 * `Who&When/{kind}/{number}.json`: the conversation of agents until they failed, with the responsible agent.
 */
export const whoAndWhen: RecordDocumentFormat = {
  kind: "record-document",
  name: "who-and-when",
  about: { files: "logs of the data set Who&When: Who&When/*/*.json", version: "ICML 2025" },
  ownsPath: (path) => /\/Who&When\/[^/]+\/[^/]+\.json$/.test(path),
  readLine: readWhoAndWhenLog,
  // Logs of both kinds are numbered from one.
  sessionOf: (path) => `${path.split("/").at(-2) ?? ""}/${stemOf(path)}`,
};
