import {
  type CompactionFacts,
  handoffFacts,
  type SessionRecord,
  type SpanFacts,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "../session-record";
import { shortenTitle } from "../session-title";
import type { SpanAttributes } from "./read-attributes";

/** A span in the terms of the conventions, with its place in a trace. */
export interface TraceSpan extends SpanAttributes {
  traceId: string;
  spanId: string;
  parentId: string | null;
  timestamp: string | null;
  endedAt: string | null;
  isError: boolean;
}

/**
 * Converts spans with a known role to records, and all spans to facts that link spans of several lines.
 *
 * An agent's span is a handoff from the nearest agent above it if that has another name. A span with tokens
 * is a model call, except an agent's or a workflow's, and one with another call below it.
 *
 * @param family start of the event types.
 */
export function describeSpans(
  spans: readonly TraceSpan[],
  family: string,
): { records: SessionRecord[]; facts: SpanFacts[] } {
  const surroundings = findSurroundings(spans);
  const outerCalls = findAncestors(spans, isCall);
  const outerMarks = findAncestors(spans, ({ isCompacted }) => isCompacted);
  const records: SessionRecord[] = [];
  const facts: SpanFacts[] = [];
  for (const span of spans) {
    const outer = surroundings.get(keyOf(span.traceId, span.parentId)) ?? missing(span.parentId);
    const agent = span.agent ?? outer.invocation?.agent ?? null;
    const usage = isCall(span) && !outerCalls.has(span) ? toUsage(span, agent) : null;
    const ordinal = span.role === null ? null : records.length;
    facts.push(toSpanFacts(span, outer, { ordinal, usageKey: usage?.key ?? null }));
    if (ordinal === null) continue;
    records.push(
      sessionRecord({
        eventType: `${family}.${span.kind ?? "span"}`,
        identity: span.spanId,
        sessionId: span.session ?? outer.session ?? span.traceId,
        timestamp: span.timestamp,
        title: outer.invocation === null && !span.parentId ? shortenTitle(span.asked) : null,
        handoff: readHandoff(span, outer.invocation),
        usage,
        compaction: span.isCompacted && !outerMarks.has(span) ? toCompaction(agent) : null,
        isError: span.isError,
      }),
    );
  }
  return { records, facts };
}

/**
 * Context of a span's children: the nearest agent run, otherwise the missing ancestor, the workflow below
 * that agent, and the session.
 */
interface Surroundings {
  invocation: TraceSpan | null;
  missingId: string | null;
  workflowId: string | null;
  session: string | null;
}

/** Returns the context of children whose parent is not in the request. */
function missing(spanId: string | null): Surroundings {
  return { invocation: null, missingId: spanId, workflowId: null, session: null };
}

/**
 * Returns the context that each span gives its children. Climbs through every span once, and stops at a
 * cycle.
 */
function findSurroundings(spans: readonly TraceSpan[]): Map<string, Surroundings> {
  const byId = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const found = new Map<string, Surroundings>();
  for (const start of spans) {
    const path = new Map<string, TraceSpan>();
    let id: string | null = start.spanId;
    let key = keyOf(start.traceId, id);
    for (let span = byId.get(key); span && !found.has(key) && !path.has(key); span = byId.get(key)) {
      path.set(key, span);
      id = span.parentId;
      key = keyOf(span.traceId, id);
    }
    let outer = found.get(key) ?? missing(path.has(key) ? null : id);
    for (const [each, span] of [...path].reverse()) {
      const isCaller = isInvocation(span);
      outer = {
        invocation: isCaller ? span : outer.invocation,
        missingId: isCaller ? null : outer.missingId,
        workflowId: span.role === "workflow" ? span.spanId : isCaller ? null : outer.workflowId,
        session: span.session ?? outer.session,
      };
      found.set(each, outer);
    }
  }
  return found;
}

function keyOf(traceId: string, spanId: string | null): string {
  return JSON.stringify([traceId, spanId]);
}

function isInvocation({ role, agent }: TraceSpan): boolean {
  return role === "agent" && agent !== null;
}

function isCall({ role, inputTokens, outputTokens }: TraceSpan): boolean {
  return role === "model" && (inputTokens !== null || outputTokens !== null);
}

/** Returns all spans with a span of a kind below them, at any depth. */
function findAncestors(spans: readonly TraceSpan[], isOfKind: (span: TraceSpan) => boolean): Set<TraceSpan> {
  const byId = new Map(spans.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const found = new Set<TraceSpan>();
  for (const start of spans) {
    if (!isOfKind(start)) continue;
    let above = byId.get(keyOf(start.traceId, start.parentId));
    while (above && above !== start && !found.has(above)) {
      found.add(above);
      above = byId.get(keyOf(above.traceId, above.parentId));
    }
  }
  return found;
}

function toSpanFacts(
  span: TraceSpan,
  { invocation, missingId, workflowId }: Surroundings,
  own: Pick<SpanFacts, "ordinal" | "usageKey">,
): SpanFacts {
  const { traceId, spanId, model, inputTokens, inputMeasure } = span;
  return {
    traceId,
    spanId,
    ...own,
    agent: isInvocation(span) ? span.agent : null,
    model,
    inputTokens,
    inputMeasure,
    endedAt: span.endedAt,
    isWorkflow: span.role === "workflow",
    handoff: toSpanHandoff(span),
    callerId: invocation?.spanId ?? null,
    missingId,
    workflowId,
  };
}

/** Names of handoff tools in Swarm, LangGraph and the OpenAI Agents SDK. */
const TRANSFER_TOOL = /^transfer_to_(?<agent>.+)$/;

/** ADK's tool is the same for every receiver. */
const GENERIC_RECEIVER = "agent";

function toSpanHandoff({ role, agent, tool, handoffFrom, handoffTo }: TraceSpan): SpanFacts["handoff"] {
  const named = role === "tool" ? TRANSFER_TOOL.exec(tool ?? "")?.groups?.agent : undefined;
  if (role !== "handoff" && handoffTo === null && named === undefined) return null;
  const from = handoffFrom ?? (named === undefined ? null : agent);
  return { from, to: handoffTo ?? (named === GENERIC_RECEIVER ? null : (named ?? null)) };
}

function readHandoff(span: TraceSpan, caller: TraceSpan | null): SessionRecord["handoff"] {
  if (!isInvocation(span) || span.agent === null || caller?.agent == null) return null;
  if (caller.agent === span.agent) return null;
  return handoffFacts({
    kind: "span",
    fromAgent: caller.agent,
    toAgent: span.agent,
    beforeTokens: caller.inputTokens,
    measureBefore: caller.inputMeasure,
    afterTokens: span.inputTokens,
    measureAfter: span.inputMeasure,
    toModel: span.model,
  });
}

function toUsage(span: TraceSpan, agent: string | null): UsageFacts {
  const cacheCreationTokens = span.cacheWriteTokens ?? 0;
  const cacheReadTokens = span.cacheReadTokens ?? 0;
  return usageFacts({
    key: span.responseId ?? span.spanId,
    agent: agent ?? "unknown",
    model: span.model,
    inputTokens: Math.max(0, (span.inputTokens ?? 0) - cacheReadTokens - cacheCreationTokens),
    cacheCreationTokens,
    cacheReadTokens,
    outputTokens: span.outputTokens ?? 0,
    reasoningTokens: span.reasoningTokens ?? 0,
  });
}

/**
 * Returns the compaction that a call is marked with: the conversation was compacted before it, without known
 * sizes.
 */
function toCompaction(agent: string | null): CompactionFacts {
  return {
    agent,
    agentId: null,
    isNotice: false,
    trigger: null,
    beforeTokens: null,
    afterTokens: null,
    preserved: [],
    summary: null,
    loss: null,
  };
}
