import { z } from "zod";
import { AgentId } from "./agent-id";
import { readExportedSpans } from "./exported-spans";
import type { SpanRole } from "./otlp/convention";
import type { TraceSpan } from "./otlp/span-records";
import type { RecordsResult } from "./read-records";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const count = WrittenTokenCount.nullish().catch(null);
const agent = AgentId.nullish().catch(null);
const details = z
  .looseObject({ cache_read: count, cache_creation: count, reasoning: count })
  .nullish()
  .catch(null);

const Metadata = z.looseObject({
  lc_agent_name: agent,
  ls_model_name: text,
  thread_id: text,
  session_id: text,
  conversation_id: text,
});

const UsageMetadata = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  input_token_details: details,
  output_token_details: details,
});

const Run = z.looseObject({
  id: z.string().min(1),
  run_type: z.string(),
  start_time: z.string(),
  end_time: text,
  name: text,
  trace_id: text,
  parent_run_id: text,
  dotted_order: text,
  error: z.unknown().optional(),
  extra: z
    .looseObject({ metadata: Metadata.nullish().catch(null) })
    .nullish()
    .catch(null),
  outputs: z
    .looseObject({ usage_metadata: UsageMetadata.nullish().catch(null) })
    .nullish()
    .catch(null),
  prompt_tokens: count,
  completion_tokens: count,
  prompt_token_details: details,
  completion_token_details: details,
  child_runs: z.array(z.unknown()).nullish().catch(null),
});
type Run = z.infer<typeof Run>;

const Export = z.union([
  Run.transform((run) => [run]),
  z.array(Run).min(1),
  z.looseObject({ runs: z.array(Run).min(1) }).transform(({ runs }) => runs),
  z.looseObject({ data: z.array(Run).min(1) }).transform(({ data }) => data),
]);

const ROLES: ReadonlyMap<string, SpanRole> = new Map([
  ["llm", "model"],
  ["embedding", "model"],
  ["tool", "tool"],
]);

/** Returns true if a value is a LangSmith export. */
export function isLangsmithExport(json: unknown): boolean {
  return Export.safeParse(json).success;
}

/**
 * Converts a LangSmith export to records, one per run: a run, a list of runs, or a page of the API as `runs`
 * or `data`, with the runs below each ("Run data format", docs.langchain.com/langsmith, read in November
 * 2026). A thread, otherwise a trace, is a session; `session_id` of a run is the project. LangSmith has no
 * agent runs: a run belongs to an agent if its name is that of LangChain's `lc_agent_name`, which the runs
 * below it repeat.
 *
 * @param json a parsed line or document.
 * @returns the records, or the reason why it is not an export (`not_an_event`).
 */
export function readLangsmithExport(json: unknown): RecordsResult {
  const parsed = Export.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the value has no runs" } };
  }
  const runs = parsed.data.flatMap((run) => withChildren(run, null));
  return readExportedSpans(runs.map(toSpan), { family: "langsmith", title: null });
}

function withChildren(run: Run, parent: Run | null): Run[] {
  const whole = {
    ...run,
    trace_id: run.trace_id ?? parent?.trace_id ?? run.id,
    parent_run_id: run.parent_run_id ?? parent?.id ?? parentIn(run.dotted_order),
  };
  return [
    whole,
    ...(run.child_runs ?? []).flatMap((value) => {
      const child = Run.safeParse(value);
      return child.success ? withChildren(child.data, whole) : [];
    }),
  ];
}

/**
 * Returns the parent in a position of a trace, which has a time and an ID for each run from the first:
 * `20260901T100000000000Z{id}.…`.
 */
function parentIn(dottedOrder: string | null | undefined): string | null {
  const above = dottedOrder?.split(".").at(-2);
  return above?.slice(above.indexOf("Z") + 1) || null;
}

function toSpan(run: Run): TraceSpan {
  const { metadata } = run.extra ?? {};
  const agentName = metadata?.lc_agent_name ?? null;
  const isAgent = run.run_type === "chain" && agentName !== null && run.name === agentName;
  const role = isAgent ? "agent" : (ROLES.get(run.run_type) ?? "step");
  const used = run.outputs?.usage_metadata;
  const input = used?.input_token_details ?? run.prompt_token_details;
  const inputTokens = used?.input_tokens ?? run.prompt_tokens ?? null;
  const output = used?.output_token_details ?? run.completion_token_details;
  return {
    traceId: run.trace_id ?? run.id,
    spanId: run.id,
    parentId: run.parent_run_id ?? null,
    timestamp: run.start_time,
    endedAt: run.end_time ?? null,
    isError: run.error != null && run.error !== "",
    role,
    kind: run.run_type,
    unknownKinds: [],
    agent: agentName,
    session: metadata?.thread_id ?? metadata?.session_id ?? metadata?.conversation_id ?? null,
    model: metadata?.ls_model_name ?? null,
    responseId: null,
    tool: role === "tool" ? (run.name ?? null) : null,
    handoffFrom: null,
    handoffTo: null,
    inputTokens,
    inputMeasure: inputTokens === null ? null : "provider",
    outputTokens: used?.output_tokens ?? run.completion_tokens ?? null,
    cacheReadTokens: input?.cache_read ?? null,
    cacheWriteTokens: input?.cache_creation ?? null,
    reasoningTokens: output?.reasoning ?? null,
    asked: null,
    isCompacted: false,
  };
}
