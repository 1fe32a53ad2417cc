"use client";

import { colourOfShare } from "@baton/ui/charts/colour";
import { formatDuration } from "@baton/ui/format/number";
import { formatTime } from "@baton/ui/format/time";
import { TimelineLegend } from "@baton/ui/graph/graph-legend";
import { Timeline, type TimelineMark } from "@baton/ui/graph/timeline";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["sessions"]["get"];

export interface TimelinePanelProps {
  found: Found;
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
  onOpenCompaction: (eventId: string) => void;
}

/** When each agent was at work, when handoffs arrived, and when contexts were compacted. */
export function TimelinePanel({ found, selectedEventId, onSelect, onOpenCompaction }: TimelinePanelProps) {
  const timeZone = useTimeZone();
  const { lineage, session } = found;
  const marks = listMarks(found, timeZone);
  const lasted = formatDuration(session.lastEventAt.getTime() - session.startedAt.getTime());
  const hasCompactions = marks.some((mark) => mark.sign === "diamond");
  return (
    <Panel aria-label="Timeline">
      <PanelHead
        title="Timeline"
        actions={
          <TimelineLegend
            items={[
              { sign: "dot", label: "handoff arrives" },
              ...(hasCompactions ? [{ sign: "diamond" as const, label: "compaction" }] : []),
            ]}
          />
        }
      />
      <PanelBody>
        <Timeline
          label={`Timeline of ${lineage.nodes.length} agents, ${lasted}`}
          lanes={lineage.nodes.map(({ agent }) => ({ id: agent, label: agent }))}
          bars={lineage.nodes.map(({ agent, firstSeenAt, lastSeenAt }) => ({
            laneId: agent,
            from: firstSeenAt,
            to: lastSeenAt,
          }))}
          marks={marks}
          timeZone={timeZone}
          selectedId={selectedEventId}
          onSelect={(id) => {
            if (found.compactions.some((compaction) => compaction.eventId === id)) onOpenCompaction(id);
            else onSelect(id);
          }}
        />
      </PanelBody>
    </Panel>
  );
}

function listMarks({ handoffs, compactions, lineage }: Found, timeZone: string): TimelineMark[] {
  const lanes = new Set(lineage.nodes.map((node) => node.agent));
  const arrivals = handoffs.map((handoff, index): TimelineMark => {
    const share =
      handoff.savedTokens !== null && handoff.beforeTokens ? handoff.savedTokens / handoff.beforeTokens : 0;
    return {
      id: handoff.eventId,
      laneId: handoff.toAgent,
      fromLaneId: handoff.fromAgent,
      at: handoff.occurredAt.getTime(),
      sign: "dot",
      colour: colourOfShare(share),
      isDashed: handoff.kind === "context" && handoff.ruleId === null,
      description: `${formatTime(handoff.occurredAt, timeZone)}, handoff ${index + 1}, ${handoff.fromAgent} to ${handoff.toAgent}`,
    };
  });
  const compacted = compactions
    .filter(({ agent }) => agent !== null && lanes.has(agent))
    .map(
      (compaction): TimelineMark => ({
        id: compaction.eventId,
        laneId: compaction.agent ?? "",
        at: compaction.occurredAt.getTime(),
        sign: "diamond",
        description: `${formatTime(compaction.occurredAt, timeZone)}, compaction of ${compaction.agent}`,
      }),
    );
  return [...arrivals, ...compacted].sort((a, b) => a.at - b.at);
}
