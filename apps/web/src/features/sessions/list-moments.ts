import { type MergedMoment, type Moment, mergeMoments } from "@baton/server/lineage";
import { shareSaved } from "@baton/server/savings";
import { colourOfShare } from "@baton/ui/charts/colour";
import { isolateName } from "@baton/ui/format/readable-name";
import { formatTime } from "@baton/ui/format/time";
import type { TimelineMark } from "@baton/ui/graph/timeline";
import type { RouterOutputs } from "@/server/root";
import { KIND_LOOKS } from "./handoff/handoff-kinds";
import { isObserved } from "./handoff/observed";
import type { NumberedHandoff } from "./select-handoffs";

/** A session with the handoffs to draw. */
export type DrawnSession = Omit<RouterOutputs["sessions"]["get"], "handoffs"> & {
  handoffs: readonly NumberedHandoff[];
};

/** An event of a session with its sign, lane and label. */
interface SessionMoment extends Moment {
  kind: "handoff" | "compaction" | "manifest" | "task" | "document" | "error";
  words: string;
  fromLane?: string;
  /** For a handoff: the removed share, 0 to 1. */
  share?: number;
  isDashed?: boolean;
  isAlarming?: boolean;
  /** Link of the mark; null for a handoff, which is selected on the page. */
  path: readonly string[] | null;
}

/** Lane of events without an agent. */
export const OTHERS = "session";

/** More marks would overlap and be impossible to click. */
const LIMIT = { limit: 300, parts: 60 };

const SIGNS = {
  handoff: "dot",
  compaction: "diamond",
  manifest: "square",
  task: "square",
  document: "square",
  error: "triangle",
} as const satisfies Record<SessionMoment["kind"], TimelineMark["sign"]>;

interface TimelineMoments {
  lanes: string[];
  marks: TimelineMark[];
  /** Link of each mark by ID; null: a handoff on this page. */
  paths: ReadonlyMap<string, readonly string[] | null>;
  kinds: ReadonlySet<SessionMoment["kind"]>;
}

/** Lists the marks of a session's timeline, oldest first; merges marks that are too close. */
export function listMoments(
  found: DrawnSession,
  agents: readonly string[],
  {
    violating,
    leaking,
    range,
    timeZone,
  }: {
    violating: ReadonlySet<string>;
    leaking: ReadonlySet<string>;
    /** The part of the session to show, in milliseconds since 1970; null for the whole. */
    range: readonly [number, number] | null;
    timeZone: string;
  },
): TimelineMoments {
  const known = new Set(agents);
  const laneOf = (agent: string | null) => (agent !== null && known.has(agent) ? agent : OTHERS);
  const moments = [
    ...found.handoffs.map((handoff): SessionMoment => {
      const { eventId, fromAgent, toAgent, savedTokens, beforeTokens } = handoff;
      const wasObserved = isObserved(handoff);
      const isAlarming = violating.has(eventId) || leaking.has(eventId);
      return {
        id: eventId,
        kind: handoff.kind === "manifest" || handoff.kind === "task" ? handoff.kind : "handoff",
        lane: laneOf(toAgent),
        fromLane: laneOf(fromAgent),
        at: handoff.occurredAt,
        path: null,
        isAlarming,
        share: wasObserved ? 0 : (shareSaved(savedTokens ?? 0, beforeTokens ?? 0) ?? 0),
        isDashed: handoff.kind === "context" && handoff.ruleId === null,
        words: `${handoff.kind === "context" ? "handoff" : KIND_LOOKS[handoff.kind].word} ${handoff.number}, ${isolateName(fromAgent)} to ${isolateName(toAgent)}${violating.has(eventId) ? ", policy violation" : ""}${leaking.has(eventId) ? ", leak" : ""}${wasObserved ? ", observed" : ""}`,
      };
    }),
    ...found.compactions.map(
      ({ eventId, agent, occurredAt }): SessionMoment => ({
        id: eventId,
        kind: "compaction",
        lane: laneOf(agent),
        at: occurredAt.getTime(),
        path: ["sessions", found.session.sessionId, "compactions", eventId],
        words: `compaction of ${isolateName(agent ?? "an agent")}`,
      }),
    ),
    // A task that was sent is a handoff; only others have a mark of their own.
    ...(found.handoffs.some(({ kind }) => kind === "task") ? [] : found.tasks).map(
      ({ attemptId, taskName, taskId, toAgent, occurredAt }): SessionMoment => ({
        id: attemptId,
        kind: "task",
        lane: laneOf(toAgent),
        at: occurredAt.getTime(),
        path: ["tasks", attemptId],
        words: `task ${taskName ?? taskId ?? ""} for ${toAgent ?? "an agent"}`,
      }),
    ),
    ...found.documents.map(
      ({ documentId, path, writtenAt }): SessionMoment => ({
        id: documentId,
        kind: "document",
        lane: OTHERS,
        at: writtenAt.getTime(),
        path: ["documents", documentId],
        words: `handoff document ${path.slice(path.lastIndexOf("/") + 1)}`,
      }),
    ),
    ...found.errors.map(
      ({ id, agent, occurredAt, eventType, message }): SessionMoment => ({
        id,
        kind: "error",
        lane: laneOf(agent),
        at: occurredAt.getTime(),
        path: [],
        words: `${eventType}${message ? `: ${message}` : ""}`,
      }),
    ),
  ].sort((a, b) => a.at - b.at);
  // A document may be older than the session that read it: place it at the start.
  const start = found.session.startedAt.getTime();
  const placed = moments
    .map((moment) => ({ ...moment, at: Math.max(moment.at, start) }))
    .filter(({ at }) => range === null || (at >= range[0] && at <= range[1]));
  const lanes = placed.some(({ lane }) => lane === OTHERS) ? [...agents, OTHERS] : [...agents];
  return {
    lanes,
    marks: mergeMoments(placed, LIMIT).map((merged) => toMark(merged, timeZone)),
    paths: new Map(placed.map(({ id, path }) => [id, path])),
    kinds: new Set(placed.map(({ kind }) => kind)),
  };
}

function toMark({ first, count }: MergedMoment<SessionMoment>, timeZone: string): TimelineMark {
  const { id, lane, at, kind, words, fromLane, isDashed, isAlarming } = first;
  return {
    id,
    laneId: lane,
    at,
    sign: SIGNS[kind],
    isDashed,
    isAlarming,
    count,
    fromLaneId: count === 1 ? fromLane : undefined,
    colour: first.share === undefined ? undefined : colourOfShare(first.share),
    description: `${formatTime(at, timeZone)}, ${words}${count > 1 ? `, and ${count - 1} more` : ""}`,
  };
}
