"use client";

import { formatDuration } from "@baton/ui/format/number";
import { TimelineLegend } from "@baton/ui/graph/graph-legend";
import { Timeline } from "@baton/ui/graph/timeline";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useMemo } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { type DrawnSession, listMoments, OTHERS } from "./list-moments";
import type { SelectedLineage } from "./select-handoffs";

export interface TimelinePanelProps {
  found: DrawnSession;
  /** The agents with a lane; events of others are in the session's own lane. */
  nodes: SelectedLineage["nodes"];
  violating: ReadonlySet<string>;
  leaking: ReadonlySet<string>;
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
  /** Opens an item other than a handoff, at its page in the workspace. */
  onOpen: (path: readonly string[]) => void;
}

/** Shows the working times of each agent, the arrival of handoffs, and other events. */
export function TimelinePanel(props: TimelinePanelProps) {
  const { found, nodes, violating, leaking, selectedEventId, onSelect, onOpen } = props;
  const timeZone = useTimeZone();
  const { lanes, marks, paths, kinds } = useMemo(
    () =>
      listMoments(
        found,
        nodes.map(({ agent }) => agent),
        { violating, leaking, timeZone },
      ),
    [found, nodes, violating, leaking, timeZone],
  );
  const lasted = formatDuration(found.session.lastEventAt.getTime() - found.session.startedAt.getTime());
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
          <TimelineLegend
            items={[
              ...(kinds.has("handoff") ? [{ sign: "dot" as const, label: "handoff arrives" }] : []),
              ...(kinds.has("compaction") ? [{ sign: "diamond" as const, label: "compaction" }] : []),
              ...(squares.length > 0 ? [{ sign: "square" as const, label: squares.join(", ") }] : []),
              ...(kinds.has("error") ? [{ sign: "triangle" as const, label: "error" }] : []),
            ]}
          />
        }
      />
      <PanelBody>
        <Timeline
          label={`Timeline of ${nodes.length} agents, ${lasted}`}
          lanes={lanes.map((lane) => ({ id: lane, label: lane === OTHERS ? "session" : lane }))}
          bars={nodes.map(({ agent, firstSeenAt, lastSeenAt }) => ({
            laneId: agent,
            from: firstSeenAt,
            to: lastSeenAt,
          }))}
          marks={marks}
          timeZone={timeZone}
          selectedId={selectedEventId}
          onSelect={(id) => {
            const path = paths.get(id);
            if (path === null) onSelect(id);
            else if (path && path.length > 0) onOpen(path);
          }}
        />
      </PanelBody>
    </Panel>
  );
}
