"use client";

import type { ChannelKind } from "@baton/db";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { type ReactNode, useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { CHANNEL_WORDS, isChannelKind } from "./channel-kinds";

const KINDS = Object.entries(CHANNEL_WORDS).map(([value, { label }]) => ({ value, label }));

const NO_MAIL = "No mail server is configured. Baton sends no emails until you set one.";
const TYPES: Partial<Record<ChannelKind, string>> = { mail: "email", pagerduty: "text" };
const FIRST_KIND: ChannelKind = "slack";

type ChannelDialogProps = {
  trigger: ReactNode;
  /** The channel to edit; null for a new one. */
  channel: { kind: ChannelKind; target: string } | null;
  canMail: boolean;
  onSave: (channel: { kind: ChannelKind; target: string }) => Promise<unknown>;
};

/** Asks for the target of notifications. */
export function ChannelDialog({ trigger, channel, canMail, onSave }: ChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? FIRST_KIND);
  const [target, setTarget] = useState("");
  const words = CHANNEL_WORDS[kind];
  const missing =
    target.trim() === "" ? `Enter the ${words.target.replace(/^./, (first) => first.toLowerCase())}` : null;
  return (
    <ActionDialog
      trigger={trigger}
      title={channel ? "Change address" : "New channel"}
      description={
        channel
          ? "Pending notifications also go to the new address. The secret does not change."
          : "Receives all new notifications. Alerts pick their own channels."
      }
      verb={channel ? "Save address" : `Add ${words.label}`}
      missing={missing}
      onOpen={() => {
        setKind(channel?.kind ?? FIRST_KIND);
        setTarget(channel?.target ?? "");
      }}
      onConfirm={() => onSave({ kind, target: target.trim() })}
    >
      {!channel && (
        <Field label="Kind">
          <Select
            options={KINDS}
            value={kind}
            onValueChange={(value) => {
              if (isChannelKind(value)) setKind(value);
            }}
          />
        </Field>
      )}
      <Field label={words.target} help={kind === "mail" && !canMail ? NO_MAIL : words.help}>
        <Input
          type={TYPES[kind] ?? "url"}
          value={target}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.placeholder}
          onChange={(event) => setTarget(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}
