"use client";

import type { ChannelKind } from "@baton/db";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";

const KINDS: readonly { value: ChannelKind; label: string }[] = [
  { value: "webhook", label: "Webhook" },
  { value: "mail", label: "Mail" },
];

export type ChannelDialogProps = {
  trigger: ReactNode;
  /** The channel to edit; null for a new one. */
  channel: { kind: ChannelKind; target: string } | null;
  canMail: boolean;
  onSave: (channel: { kind: ChannelKind; target: string }) => Promise<unknown>;
};

/** Asks for the target of notifications. */
export function ChannelDialog({ trigger, channel, canMail, onSave }: ChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? "webhook");
  const [target, setTarget] = useState("");
  const isMail = kind === "mail";
  const missing = target.trim() === "" ? "Enter an address" : null;
  return (
    <ActionDialog
      trigger={trigger}
      title={channel ? "Change address" : "New channel"}
      description={
        channel
          ? "Pending notifications also go to the new address. The secret does not change."
          : "Receives all new notifications. Alerts pick their own channels."
      }
      verb={channel ? "Save address" : isMail ? "Add address" : "Add webhook"}
      missing={missing}
      onOpen={() => {
        setKind(channel?.kind ?? "webhook");
        setTarget(channel?.target ?? "");
      }}
      onConfirm={() => onSave({ kind, target: target.trim() })}
    >
      {!channel && <SegmentedControl label="Kind" options={KINDS} value={kind} onValueChange={setKind} />}
      <Field
        label={isMail ? "Email address" : "Webhook URL"}
        help={
          isMail
            ? describeMail(canMail)
            : "Baton posts signed JSON to this URL. Private networks are blocked."
        }
      >
        <Input
          type={isMail ? "email" : "url"}
          value={target}
          autoComplete="off"
          spellCheck={false}
          placeholder={isMail ? "team@example.com" : "https://hooks.example.com/…"}
          onChange={(event) => setTarget(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

function describeMail(canMail: boolean): string {
  return canMail
    ? "Plain text with a link to the item."
    : "No mail server is configured. Baton sends no emails until you set one.";
}
