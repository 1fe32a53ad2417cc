"use client";

import type { Role } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { RoleChoice } from "./role-choice";

type MemberDialogProps = {
  member: { name: string; roles: readonly Role[] };
  onChange: (roles: Role[]) => Promise<unknown>;
};

/** Changes the roles of a member. */
export function MemberDialog({ member, onChange }: MemberDialogProps) {
  const [roles, setRoles] = useState<Role[]>([...member.roles]);
  return (
    <ActionDialog
      trigger={
        <Button size="sm" aria-label={`Edit roles of ${member.name}`}>
          Change
        </Button>
      }
      title={`Roles of ${member.name}`}
      verb="Save roles"
      missing={roles.length === 0 ? "Select a role" : null}
      onOpen={() => setRoles([...member.roles])}
      onConfirm={() => onChange(roles)}
    >
      <RoleChoice roles={roles} onChange={setRoles} />
    </ActionDialog>
  );
}
