"use client";

import { formatCountOf, formatDuration } from "@baton/ui/format/number";
import { TimelineLegend } from "@baton/ui/graph/graph-legend";
import { Timeline } from "@baton/ui/graph/timeline";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { type DrawnSession, listMoments, OTHERS } from "./list-moments";
import type { SelectedLineage } from "./select-handoffs";

const TimeBrush = dynamic(async () => (await import("@baton/ui/graph/time-brush")).TimeBrush, { ssr: false });

/** Fewer handoffs are easy to see at once. */
const BRUSHED_FROM = 30;

interface TimelinePanelProps {
  found: DrawnSession;
  /** The agents with a lane; events of others are in the session's own lane. */
  nodes: SelectedLineage["nodes"];
  violating: ReadonlySet<string>;
  leaking: ReadonlySet<string>;
  /** The part of the session that is shown, in milliseconds since 1970; null for the whole. */
  range: readonly [number, number] | null;
  onRangeChange: (range: readonly [number, number] | null) => void;
  /** Times of all handoffs of the session. */
  occurrences: readonly number[];
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
  /** Number of agents without a lane. */
  hiddenAgents: number;
  /** Returns the handoff that an error followed. */
  placeOfError: (id: string) => string | undefined;
  /** Opens an item other than a handoff, at its page in the workspace. */
  onOpen: (path: readonly string[]) => void;
}

/** Shows the working times of each agent, the arrival of handoffs, and other events. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { found, nodes, violating, leaking, range, onRangeChange, occurrences, selectedEventId } = props;
  const { onSelect, onOpen, hiddenAgents, placeOfError } = props;
  const timeZone = useTimeZone();
  const { lanes, marks, paths, kinds } = useMemo(
    () =>
      listMoments(
        found,
        nodes.map(({ agent }) => agent),
        { violating, leaking, range, timeZone },
      ),
    [found, nodes, violating, leaking, range, timeZone],
  );
  const [start, end] = [found.session.startedAt.getTime(), found.session.lastEventAt.getTime()];
  const [from, to] = range ?? [start, end];
  const lasted = formatDuration(to - from);
  const othersLabel = hiddenAgents > 0 ? formatCountOf(hiddenAgents, "other agent") : "session";
  const squares = [
    ...(kinds.has("manifest") ? ["manifest"] : []),
    ...(kinds.has("task") ? ["task"] : []),
    ...(kinds.has("document") ? ["handoff document"] : []),
  ];
  return (
    <Panel aria-label="Timeline">
      <PanelHead
        title="Timeline"
        actions={
          <>
            {range && (
              <Button size="sm" onClick={() => onRangeChange(null)}>
                Show all of it
              </Button>
            )}
            <TimelineLegend
              items={[
                ...(kinds.has("handoff")
                  ? [
                      {
                        sign: "dot" as const,
                        label: marks.some(({ count = 1 }) => count > 1)
                          ? "handoffs arrive; larger: more; colored: tokens saved"
                          : "handoff arrives; colored: tokens saved",
                      },
                    ]
                  : []),
                ...(kinds.has("compaction") ? [{ sign: "diamond" as const, label: "compaction" }] : []),
                ...(squares.length > 0 ? [{ sign: "square" as const, label: squares.join(", ") }] : []),
                ...(kinds.has("error") ? [{ sign: "triangle" as const, label: "error" }] : []),
              ]}
            />
          </>
        }
      />
      <PanelBody className="flex flex-col gap-3">
        {(occurrences.length >= BRUSHED_FROM || range) && (
          <TimeBrush
            label="Part of the session"
            from={occurrences[0] ?? start}
            to={occurrences.at(-1) ?? end}
            moments={occurrences}
            range={range}
            onRangeChange={onRangeChange}
            timeZone={timeZone}
          />
        )}
        <Timeline
          label={`Timeline of ${formatCountOf(nodes.length, "agent")}, ${lasted}`}
          lanes={lanes.map((lane) => ({ id: lane, label: lane === OTHERS ? othersLabel : lane }))}
          bars={nodes.map(({ agent, firstSeenAt, lastSeenAt }) => ({
            laneId: agent,
            from: firstSeenAt,
            to: lastSeenAt,
          }))}
          span={range}
          marks={marks}
          timeZone={timeZone}
          selectedId={selectedEventId}
          onSelect={(id) => {
            const path = paths.get(id);
            const handoff = path === null ? id : placeOfError(id);
            if (handoff !== undefined) onSelect(handoff);
            else if (path && path.length > 0) onOpen(path);
          }}
        />
      </PanelBody>
    </Panel>
  );
}
