import type { z } from "zod";
import { AgentId } from "../agent-id";
import { claudeCodeLogKey } from "../claude-code-log-key";
import { type LineShape, ShapeFinder } from "../line-shape";
import { MAIN_AGENT } from "../main-agent";
import type { RecordsResult } from "../read-records";
import { type SessionRecord, sessionRecord, type UsageFacts, usageFacts } from "../session-record";
import { shortenTitle } from "../session-title";
import { type Attribute, toCount } from "./read-attributes";
import { LogRecord, OtlpLogsRequest, toTimestamp } from "./request";

const PREFIX = "claude_code.";

/** Replaces a prompt in the telemetry of Claude Code unless `OTEL_LOG_USER_PROMPTS` is set. */
const REDACTED = "<REDACTED>";

const FAILED = new Set(["api_error", "api_refusal", "internal_error"]);

/** Values of `query_source` that do not name a subagent. */
const MAIN_SOURCES = new Set(["main", "repl_main_thread", "sdk", "auxiliary", "compact"]);

/**
 * Converts one parsed line of OTLP logs to records: the events that Claude Code exports
 * (code.claude.com/docs/en/monitoring-usage, Claude Code 2.1). `claude_code.api_request` is a model call. Its
 * record counts only while the session has no transcript, which has the provider's ID of each call; events
 * without `request_id`, as in older versions, count no tokens.
 *
 * @param json an `ExportLogsServiceRequest` in its JSON form.
 * @returns the records: a line without events of Claude Code is one event; or the reason why the line is not
 * a request (`not_an_event`) or a value not a log record (`schema_error`).
 */
export function readOtlpLogsLine(json: unknown): RecordsResult {
  const parsed = OtlpLogsRequest.safeParse(json);
  if (!parsed.success) {
    return { ok: false, problem: { code: "not_an_event", message: "the object holds no resourceLogs" } };
  }
  const records: SessionRecord[] = [];
  for (const { value } of listLogs(parsed.data)) {
    const log = LogRecord.safeParse(value);
    if (!log.success) {
      return { ok: false, problem: { code: "schema_error", message: "a value is not a log record" } };
    }
    const name = readName(log.data);
    if (name !== null) records.push(readEvent(name, log.data));
  }
  const [first = sessionRecord({ eventType: "otlp.logs" }), ...others] = records;
  return { ok: true, records: [first, ...others] };
}

/** Counts log records that are not events of Claude Code, by the scope (library) that wrote them. */
export function readOtlpLogsShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  const parsed = OtlpLogsRequest.safeParse(json);
  for (const { scope, value } of parsed.success ? listLogs(parsed.data) : []) {
    const log = LogRecord.safeParse(value);
    if (log.success && readName(log.data) === null) finder.countLog(scope);
  }
  return finder.finish(null);
}

function listLogs({ resourceLogs }: OtlpLogsRequest): { scope: string; value: unknown }[] {
  return resourceLogs.flatMap(({ scopeLogs }) =>
    (scopeLogs ?? []).flatMap(({ scope, logRecords }) =>
      (logRecords ?? []).map((value) => ({ scope: scope?.name ?? "", value })),
    ),
  );
}

/** Returns the name of an event of Claude Code; null for other log records. */
function readName({ eventName, body }: z.infer<typeof LogRecord>): string | null {
  const name = [eventName, body?.stringValue].find((each) => each?.startsWith(PREFIX));
  return name?.slice(PREFIX.length) ?? null;
}

function readEvent(name: string, log: z.infer<typeof LogRecord>): SessionRecord {
  const attributes = new Map((log.attributes ?? []).map(({ key, value }) => [key, value]));
  const textOf = (key: string) => attributes.get(key)?.stringValue || null;
  const sessionId = textOf("session.id");
  const person = textOf("user.email");
  const time = log.timeUnixNano ?? log.observedTimeUnixNano ?? null;
  const sequence = toCount(attributes.get("event.sequence"));
  const prompt = name === "user_prompt" ? textOf("prompt") : null;
  return sessionRecord({
    eventType: `claude_code.otel.${name}`,
    // An exporter sends a batch again if it gets no response.
    identity: sessionId === null || time === null ? null : `${sessionId}:${time}:${name}:${sequence ?? ""}`,
    sessionId,
    timestamp: toTimestamp(time),
    project: person === null ? null : { person, folder: null, repository: null, branch: null },
    title: prompt === REDACTED ? null : shortenTitle(prompt),
    usage: name === "api_request" ? readUsage(attributes, textOf) : null,
    isError: FAILED.has(name),
  });
}

function readUsage(
  attributes: ReadonlyMap<string, z.infer<typeof Attribute>["value"]>,
  textOf: (key: string) => string | null,
): UsageFacts | null {
  const requestId = textOf("request_id");
  if (requestId === null) return null;
  const countOf = (key: string) => toCount(attributes.get(key)) ?? 0;
  return usageFacts({
    key: claudeCodeLogKey(requestId),
    sumKey: claudeCodeLogKey(requestId),
    agent: readAgent(textOf),
    model: textOf("model"),
    inputTokens: countOf("input_tokens"),
    cacheCreationTokens: countOf("cache_creation_tokens"),
    cacheReadTokens: countOf("cache_read_tokens"),
    outputTokens: countOf("output_tokens"),
  });
}

function readAgent(textOf: (key: string) => string | null): string {
  const named = AgentId.safeParse(textOf("agent.name"));
  if (named.success) return named.data;
  const source = textOf("query_source");
  return source === null || MAIN_SOURCES.has(source) ? MAIN_AGENT : "unknown";
}
