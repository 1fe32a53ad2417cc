import { z } from "zod";

export interface SpanKey {
  traceId: string;
  spanId: string;
}

/** A span that waits for a span that has arrived, with what is known about the latter. */
export const WaitingSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  aboveId: z.string(),
  isCaller: z.boolean(),
  isWorkflow: z.boolean(),
  callerId: z.string().nullable(),
  missingId: z.string().nullable(),
  /** Workflow above the span itself, and above the span that it waited for. */
  workflowId: z.string().nullable(),
  aboveWorkflowId: z.string().nullable(),
  usageKey: z.string().nullable(),
  aboveUsageKey: z.string().nullable(),
});
type WaitingSpan = z.infer<typeof WaitingSpan>;

/**
 * Result of searching the spans above a span: its caller, or the next missing ancestor; neither at the top.
 */
export type Found = Pick<WaitingSpan, "callerId" | "missingId" | "workflowId">;

/** Follows each span's ancestors past all waiting spans. Visits each span once and stops at cycles. */
export function climb(waiting: readonly WaitingSpan[]): (SpanKey & Found)[] {
  const byKey = new Map(waiting.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const found = new Map<string, Found>();
  for (const start of byKey.keys()) {
    const path = new Map<string, WaitingSpan>();
    let end: Omit<Found, "workflowId"> = { callerId: null, missingId: null };
    let workflowId: string | null = null;
    for (let key = start; ; ) {
      const span = byKey.get(key);
      if (span === undefined || path.has(key)) break;
      path.set(key, span);
      const above = keyOf(span.traceId, span.aboveId);
      const known = found.get(above);
      if (span.isCaller) end = { callerId: span.aboveId, missingId: null };
      else if (known) ({ workflowId, ...end } = known);
      else if (!byKey.has(above)) {
        end = { callerId: span.callerId, missingId: span.missingId };
        workflowId = span.aboveWorkflowId;
      }
      if (span.isCaller || known || !byKey.has(above)) break;
      key = above;
    }
    for (const [key, span] of [...path].reverse()) {
      workflowId = span.workflowId ?? (span.isWorkflow ? span.aboveId : workflowId);
      found.set(key, { ...end, workflowId });
    }
  }
  const nothing: Found = { callerId: null, missingId: null, workflowId: null };
  return waiting.map(({ traceId, spanId }) => ({
    traceId,
    spanId,
    ...(found.get(keyOf(traceId, spanId)) ?? nothing),
  }));
}

/** Finds calls that have another call below them, which waited for them or for a span between the two. */
export function findOuterCalls(waiting: readonly WaitingSpan[]): SpanKey[] {
  const byKey = new Map(waiting.map((span) => [keyOf(span.traceId, span.spanId), span]));
  const passed = new Set<WaitingSpan>();
  const outer: SpanKey[] = [];
  for (const { usageKey, ...start } of waiting) {
    if (usageKey === null) continue;
    let span = byKey.get(keyOf(start.traceId, start.spanId));
    while (span && !passed.has(span) && !span.isCaller) {
      passed.add(span);
      if (span.aboveUsageKey !== null && span.aboveUsageKey !== usageKey) {
        outer.push({ traceId: span.traceId, spanId: span.aboveId });
      }
      span = byKey.get(keyOf(span.traceId, span.aboveId));
    }
  }
  return outer;
}

function keyOf(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}
