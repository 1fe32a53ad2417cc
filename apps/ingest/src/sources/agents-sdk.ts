import type { UnreadFormat } from "./source-format";

export const agentsSdk: UnreadFormat = {
  kind: "unread",
  name: "agents-sdk",
  plural: "traces of the OpenAI Agents SDK",
  ownsPath: () => false,
  ownsLine: (line) => line.object === "trace.span" || line.object === "trace",
};
