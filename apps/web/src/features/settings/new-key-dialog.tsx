"use client";

import type { ApiKeyScope } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { useState } from "react";
import { ActionDialog } from "./action-dialog";
import { Choices } from "./choices";

const SCOPES: readonly { value: ApiKeyScope; meaning: string }[] = [
  { value: "ingest", meaning: "posts events and traces" },
  { value: "read", meaning: "reads policy, sessions and savings" },
  { value: "evaluate", meaning: "has contexts scoped and manifests judged; nothing is stored" },
];

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "does not expire" },
];

export type NewKey = { name: string; scopes: ApiKeyScope[]; days: number | null };

/** Asks what a new key is for, and how long it is to hold. */
export function NewKeyDialog({ onCreate }: { onCreate: (key: NewKey) => Promise<unknown> }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ApiKeyScope[]>(["ingest"]);
  const [days, setDays] = useState("90");
  const missing =
    name.trim() === "" ? "Still needed: a name" : scopes.length === 0 ? "Still needed: a scope" : null;
  return (
    <ActionDialog
      trigger={<Button variant="primary">New key</Button>}
      title="New key"
      description="One for each program, so that each can be revoked alone."
      verb="Make the key"
      missing={missing}
      onOpen={() => setName("")}
      onConfirm={() => onCreate({ name: name.trim(), scopes, days: days === "never" ? null : Number(days) })}
    >
      <Field label="Name" help="What uses it: ci, the orchestrator on host 3.">
        <Input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Choices legend="Good for" options={SCOPES} chosen={scopes} onChange={setScopes} />
      <Field label="Holds for">
        <Select options={LIFETIMES} value={days} onValueChange={setDays} />
      </Field>
    </ActionDialog>
  );
}
