"use client";

import type { ReportInterval } from "@baton/server/report";
import { Button } from "@baton/ui/primitives/button";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { ChannelChoice } from "./channel-choice";
import type { Channel } from "./channels-panel";

const INTERVALS = [
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
] as const;

export type ReportDialogProps = {
  channels: readonly Channel[];
  onSave: (settings: { interval: ReportInterval; channelIds: number[] }) => Promise<unknown>;
};

/** Asks how often a report is sent, and to which channels. */
export function ReportDialog({ channels, onSave }: ReportDialogProps) {
  const [interval, chooseInterval] = useState<ReportInterval>("weekly");
  const [channelIds, setChannelIds] = useState<number[]>([]);
  return (
    <ActionDialog
      trigger={<Button size="sm">Add a report</Button>}
      title="New report"
      description="Sent on Monday, or on the first of the month, at 06:00 UTC, about the week or month before."
      verb="Add report"
      missing={channelIds.length === 0 ? "Choose a channel" : null}
      onOpen={() => setChannelIds([])}
      onConfirm={() => onSave({ interval, channelIds })}
    >
      <SegmentedControl
        label="Interval"
        options={INTERVALS}
        value={interval}
        onValueChange={chooseInterval}
      />
      <ChannelChoice
        channels={channels}
        chosen={channelIds}
        onChange={setChannelIds}
        none="No notification channels yet. Add one first."
      />
    </ActionDialog>
  );
}
