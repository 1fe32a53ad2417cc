"use client";

import type { Role } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { RoleChoice } from "./role-choice";

const LIFETIMES = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
];

type InviteDialogProps = {
  /** True if the link can be mailed. */
  isMailed: boolean;
  onInvite: (invitation: { email: string | null; roles: Role[]; days: number }) => Promise<unknown>;
};

/** Asks for the person to invite, their roles, and the lifetime of the link. */
export function InviteDialog({ isMailed, onInvite }: InviteDialogProps) {
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<Role[]>(["viewer"]);
  const [days, setDays] = useState("7");
  return (
    <ActionDialog
      trigger={<Button variant="primary">Invite a member</Button>}
      title="Invite a member"
      description="The invitation link works once."
      verb="Create link"
      missing={roles.length === 0 ? "Select a role" : null}
      onOpen={() => setEmail("")}
      onConfirm={() => onInvite({ email: email.trim() || null, roles, days: Number(days) })}
    >
      <Field
        label="Email"
        hint="optional"
        help={
          isMailed
            ? "Baton emails the link to this address."
            : "No mail server is configured. Send the link yourself."
        }
      >
        <Input
          type="email"
          value={email}
          autoComplete="off"
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <RoleChoice roles={roles} onChange={setRoles} />
      <Field label="Expires in">
        <Select options={LIFETIMES} value={days} onValueChange={setDays} />
      </Field>
    </ActionDialog>
  );
}
