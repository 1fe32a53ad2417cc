"use client";

import type { ChannelKind } from "@baton/db";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useState } from "react";
import { ActionDialog } from "@/features/settings/action-dialog";

const KINDS: readonly { value: ChannelKind; label: string }[] = [
  { value: "webhook", label: "Webhook" },
  { value: "mail", label: "Mail" },
];

export type ChannelDialogProps = {
  trigger: ReactNode;
  /** What is changed; null for a new channel. */
  channel: { kind: ChannelKind; target: string } | null;
  canMail: boolean;
  onSave: (channel: { kind: ChannelKind; target: string }) => Promise<unknown>;
};

/** Asks where notices are to go. */
export function ChannelDialog({ trigger, channel, canMail, onSave }: ChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? "webhook");
  const [target, setTarget] = useState("");
  const isMail = kind === "mail";
  const missing = target.trim() === "" ? "Still needed: the address" : null;
  return (
    <ActionDialog
      trigger={trigger}
      title={channel ? "Another address" : "New channel"}
      description={
        channel
          ? "What is on its way goes to the new address too. The secret stays."
          : "Everything that is announced from now on goes over it; an alert chooses its own channels."
      }
      verb={channel ? "Use this address" : isMail ? "Add the address" : "Add the webhook"}
      missing={missing}
      onOpen={() => {
        setKind(channel?.kind ?? "webhook");
        setTarget(channel?.target ?? "");
      }}
      onConfirm={() => onSave({ kind, target: target.trim() })}
    >
      {!channel && <SegmentedControl label="Kind" options={KINDS} value={kind} onValueChange={setKind} />}
      <Field
        label={isMail ? "Mail address" : "Address of the webhook"}
        help={
          isMail ? describeMail(canMail) : "JSON is posted there, signed. Inner networks are not reached."
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
    ? "Plain text, with a link to what it is about."
    : "No mail server is set, so nothing is mailed until one is.";
}
