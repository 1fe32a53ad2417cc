import type { Case } from "./expected-case";

/** Expected results for traces: by OpenTelemetry's conventions and others, and of the OpenAI Agents SDK. */
export const TRACE_CASES: readonly Case[] = [
  {
    folder: "cases/16-otel-cache-write",
    sessions: ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    usage: { planner: [1, 235, 25, 40, 7] },
    handoffs: [],
  },
  {
    folder: "cases/17-otel-handoff-siblings",
    sessions: ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"],
    usage: {},
    handoffs: ["transfer triage → billing"],
  },
  {
    folder: "cases/20-otel-nested-chat-double",
    sessions: ["eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],
    usage: { helper: [1, 100, 0, 0, 10] },
    handoffs: [],
  },
  {
    folder: "cases/21-otel-openinference",
    sessions: ["s-77"],
    usage: { researcher: [1, 120, 0, 0, 30] },
    handoffs: ["span orchestrator → researcher"],
  },
  {
    folder: "cases/24-otel-compacted-flag",
    sessions: ["conv-9"],
    usage: { unknown: [1, 900, 0, 0, 9] },
    handoffs: [],
    compactions: ["null → null"],
  },
  {
    folder: "cases/32-agents-sdk-handoff-null",
    sessions: ["trace_1"],
    usage: { triage: [1, 100, 0, 0, 10] },
    handoffs: ["transfer triage → billing"],
  },
  {
    folder: "cases/40-otel-usage-without-operation",
    sessions: ["s-6"],
    usage: { coordinator: [1, 148, 0, 0, 47] },
    handoffs: [],
  },
];
