"use client";

import {
  ALERT_COMPARISONS,
  ALERT_FIGURE_NAMES,
  ALERT_METRICS,
  ALERT_WINDOWS,
  type AlertRule,
  describeWindow,
} from "@baton/server/alert";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { type ReactNode, useState } from "react";
import { ChannelChoice } from "@/features/settings/notifications/channel-choice";
import type { Channel } from "@/features/settings/notifications/channels-panel";
import { ActionDialog } from "@/frame/action-dialog";
import { useSettled } from "@/frame/use-settled";
import {
  type AlertDraft,
  COMPARISON_OPTIONS,
  newDraft,
  readDraft,
  readWatched,
  toDraft,
  unitOf,
  withComparison,
  withMetric,
} from "./alert-draft";
import { AlertFilterFields } from "./alert-filter-fields";
import { AlertPreview } from "./alert-preview";

const FIGURE_OPTIONS = ALERT_METRICS.map((value) => ({ value, label: ALERT_FIGURE_NAMES[value] }));
const WINDOW_OPTIONS = ALERT_WINDOWS.map((hours) => ({ value: String(hours), label: describeWindow(hours) }));

type AlertDialogProps = {
  workspace: string;
  trigger: ReactNode;
  /** The alert to edit; null for a new one. */
  rule: AlertRule | null;
  channels: readonly Channel[];
  onSave: (rule: AlertRule) => Promise<unknown>;
};

/** Edits an alert, and shows its effect on recent data. */
export function AlertDialog({ workspace, trigger, rule, channels, onSave }: AlertDialogProps) {
  const begin = () => (rule ? toDraft(rule) : newDraft(channels.map(({ channelId }) => channelId)));
  const [draft, setDraft] = useState<AlertDraft>(begin);
  const change = (changed: Partial<AlertDraft>) => setDraft({ ...draft, ...changed });
  const read = readDraft(draft);
  const watched = readWatched(useSettled(draft));
  return (
    <ActionDialog
      trigger={trigger}
      title={rule ? "Edit alert" : "New alert"}
      description="One message when it triggers, one when it resolves."
      verb={rule ? "Save alert" : "Create alert"}
      missing={"missing" in read ? read.missing : null}
      onOpen={() => setDraft(begin())}
      onConfirm={async () => ("rule" in read ? onSave(read.rule) : undefined)}
    >
      <Field label="Name">
        <Input
          value={draft.name}
          maxLength={120}
          autoComplete="off"
          placeholder="Savings below target"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label="Metric">
        <Select
          options={FIGURE_OPTIONS}
          value={draft.figure}
          onValueChange={(value) => {
            const figure = ALERT_METRICS.find((each) => each === value);
            if (figure) setDraft(withMetric(draft, figure));
          }}
        />
      </Field>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Field label="Triggers if it is">
          <Select
            options={COMPARISON_OPTIONS}
            value={draft.comparison}
            onValueChange={(value) => {
              const comparison = ALERT_COMPARISONS.find((each) => each === value);
              if (comparison) setDraft(withComparison(draft, comparison));
            }}
          />
        </Field>
        <Field label="Threshold">
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={draft.threshold}
            trailing={unitOf(draft).trailing}
            onChange={(event) => change({ threshold: event.target.value })}
          />
        </Field>
        <Field label="Over">
          <Select
            options={WINDOW_OPTIONS}
            value={String(draft.windowHours)}
            onValueChange={(value) => {
              const windowHours = ALERT_WINDOWS.find((hours) => String(hours) === value);
              if (windowHours) change({ windowHours });
            }}
          />
        </Field>
      </div>
      <AlertFilterFields
        workspace={workspace}
        figure={draft.figure}
        filter={draft.filter}
        onChange={(filter) => change({ filter })}
      />
      <ChannelChoice
        channels={channels}
        chosen={draft.channelIds}
        onChange={(channelIds) => change({ channelIds })}
        none="No notification channels yet. Until you add one, alerts appear in the inbox only."
      />
      {watched && (
        <div className="rounded-md border border-line bg-surface-2 px-3 py-2.5">
          <AlertPreview key={watched.figure} workspace={workspace} watched={watched} />
        </div>
      )}
    </ActionDialog>
  );
}
