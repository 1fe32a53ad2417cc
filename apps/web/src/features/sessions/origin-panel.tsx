"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["sessions"]["get"];

/** Lists the files that a session was read from, and the types of events in them. */
export function OriginPanel({ files, eventTypes }: Pick<Found, "files" | "eventTypes">) {
  const cuts = [
    files.count > files.first.length && `Showing the first ${formatCountOf(files.first.length, "file")}`,
    eventTypes.count > eventTypes.first.length &&
      `Showing the ${formatCountOf(eventTypes.first.length, "most frequent event type")}`,
  ].filter((cut) => cut !== false);
  return (
    <Panel aria-label="Files and events">
      <PanelHead title="Files and events" />
      <PanelBody className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <ul className="flex flex-col gap-1">
          {files.first.map((file) => (
            <li key={file.path} className="flex gap-3">
              <span className="min-w-0 flex-1">
                <Name isCode isWhole>
                  {file.path}
                </Name>
              </span>
              <span className="text-text-2">{formatCountOf(file.lines, "line")}</span>
            </li>
          ))}
        </ul>
        <KeyValues
          className="grid-cols-[minmax(0,1fr)_auto]"
          items={eventTypes.first.map(({ eventType, count }) => ({
            label: eventType,
            value: formatCount(count),
          }))}
        />
      </PanelBody>
      {cuts.length > 0 && <PanelFoot>{cuts.join(". ")}.</PanelFoot>}
    </Panel>
  );
}
