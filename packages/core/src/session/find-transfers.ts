/** A span of a trace that runs an agent, or that reports a transfer to another agent. Times in ms. */
export interface TransferSpan {
  spanId: string;
  startedAt: number;
  endedAt: number | null;
  /** The agent that it runs; null for any other span. */
  agent: string | null;
  callerId: string | null;
  missingId: string | null;
  workflowId: string | null;
  handoff: SpanHandoff | null;
}

/** The two agents that a handoff span names; null if it does not name one. */
export interface SpanHandoff {
  from: string | null;
  to: string | null;
}

export interface Transfer {
  /** The span that reports it, otherwise the receiver's. */
  spanId: string;
  fromAgent: string;
  toAgent: string;
}

const UNKNOWN_AGENT = "unknown";

type AgentSpan = TransferSpan & { agent: string };

/**
 * Finds each transfer of control between two agents of a trace once: a handoff span, or an agent of a
 * workflow that starts after another has ended.
 *
 * If the receiver is not named, or has the name of a tool, it is the next agent to start at the level of the
 * sender, and `unknown` until then. An agent that runs within the sender is a call, not a transfer.
 *
 * @param spans all spans of one trace of these kinds received so far.
 */
export function findTransfers(spans: readonly TransferSpan[]): Transfer[] {
  const agents = spans.filter(isAgent).sort(byStart);
  const toolNames = new Map(agents.map(({ agent }) => [agent, toToolName(agent)]));
  const byId = new Map(agents.map((span) => [span.spanId, span]));
  const transfers: Transfer[] = [];
  const received = new Set<string>();
  for (const span of spans.filter(({ handoff }) => handoff !== null).sort(byStart)) {
    const { from = null, to = null } = span.handoff ?? {};
    const sender = byId.get(span.callerId ?? "") ?? null;
    const fromAgent = from ?? sender?.agent ?? UNKNOWN_AGENT;
    const toolName = to && toToolName(to);
    const receiver = agents.find(
      (next) =>
        next.startedAt >= span.startedAt &&
        (isBeside(next, sender ?? span) || next.callerId === span.callerId) &&
        (to === null ? next.agent !== fromAgent : toolNames.get(next.agent) === toolName),
    );
    const key = receiver?.spanId ?? JSON.stringify([span.callerId, to]);
    if (received.has(key)) continue;
    received.add(key);
    const isCalled = sender !== null && receiver?.callerId === sender.spanId;
    const toAgent = receiver?.agent ?? to ?? UNKNOWN_AGENT;
    if (!isCalled) transfers.push({ spanId: span.spanId, fromAgent, toAgent });
  }
  return [...transfers, ...findSuccessors(agents).filter(({ spanId }) => !received.has(spanId))];
}

/**
 * Finds agents that start after another one of the same workflow ended: the last one to end is the sender.
 */
function findSuccessors(agents: readonly AgentSpan[]): Transfer[] {
  const workflows = new Map<string, AgentSpan[]>();
  for (const span of agents) {
    if (span.callerId !== null || span.workflowId === null) continue;
    const members = workflows.get(span.workflowId);
    if (members) members.push(span);
    else workflows.set(span.workflowId, [span]);
  }
  return [...workflows.values()].flatMap((members) => {
    const ended = members.filter(({ endedAt }) => endedAt !== null).sort((a, b) => endOf(a) - endOf(b));
    let count = 0;
    return members.flatMap(({ spanId, startedAt, agent }) => {
      for (let next = ended[count]; next && endOf(next) <= startedAt; next = ended[count]) count += 1;
      const before = ended[count - 1];
      if (!before || before.spanId === spanId || before.agent === agent) return [];
      return [{ spanId, fromAgent: before.agent, toAgent: agent }];
    });
  });
}

function isAgent(span: TransferSpan): span is AgentSpan {
  return span.agent !== null;
}

function isBeside(span: TransferSpan, other: TransferSpan): boolean {
  return span.callerId === other.callerId && span.missingId === other.missingId;
}

function byStart(a: TransferSpan, b: TransferSpan): number {
  return a.startedAt - b.startedAt || (a.spanId < b.spanId ? -1 : 1);
}

function endOf({ endedAt, startedAt }: TransferSpan): number {
  return endedAt ?? startedAt;
}

/** Spells a name as frameworks do in `transfer_to_…`. */
function toToolName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
}
