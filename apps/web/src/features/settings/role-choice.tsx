"use client";

import type { Role } from "@baton/db";
import { Choices } from "./choices";

/** Describes each role. Roles are a set; none includes another. */
const ROLES: readonly { value: Role; meaning: string }[] = [
  { value: "viewer", meaning: "reads all handoffs and their content" },
  { value: "editor", meaning: "reads everything and drafts policies" },
  { value: "owner", meaning: "edits, reviews and publishes policies, sets phases and prices" },
  { value: "admin", meaning: "manages members, API keys, retention and the audit log only" },
];

type RoleChoiceProps = { roles: readonly Role[]; onChange: (roles: Role[]) => void };

/** Selects any of the roles. */
export function RoleChoice({ roles, onChange }: RoleChoiceProps) {
  return <Choices legend="Roles" options={ROLES} chosen={roles} onChange={onChange} />;
}
