import type { UnreadFormat } from "./source-format";

export const handoffDocument: UnreadFormat = {
  kind: "unread",
  name: "handoff-doc",
  plural: "handoff documents and progress files",
  ownsPath: (path) => /\/(?:handoffs\/[^/]+\.md|progress\/[^/]+\.json)$/.test(path),
};
