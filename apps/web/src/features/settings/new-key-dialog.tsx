"use client";

import type { ApiKeyScope } from "@baton/db";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { Choices } from "./choices";

const SCOPES: readonly { value: ApiKeyScope; meaning: string }[] = [
  { value: "ingest", meaning: "posts events and traces" },
  { value: "read", meaning: "reads policy, sessions and savings" },
  { value: "evaluate", meaning: "scopes contexts and checks documents; stores nothing" },
  { value: "propose", meaning: "proposes policies and rules as a draft; publishes nothing" },
];

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "never expires" },
];

type NewKey = { name: string; scopes: ApiKeyScope[]; days: number | null };

/** Asks for the purpose and the lifetime of a new API key. */
export function NewKeyDialog({ onCreate }: { onCreate: (key: NewKey) => Promise<unknown> }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ApiKeyScope[]>(["ingest"]);
  const [days, setDays] = useState("90");
  const missing = name.trim() === "" ? "Enter a name" : scopes.length === 0 ? "Select a scope" : null;
  return (
    <ActionDialog
      trigger={<Button variant="primary">New key</Button>}
      title="New key"
      description="Create one API key per program so you can revoke it separately."
      verb="Create key"
      missing={missing}
      onOpen={() => setName("")}
      onConfirm={() => onCreate({ name: name.trim(), scopes, days: days === "never" ? null : Number(days) })}
    >
      <Field label="Name" help="The program that uses this key, such as “ci”.">
        <Input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Choices legend="Scopes" options={SCOPES} chosen={scopes} onChange={setScopes} />
      <Field label="Expires in">
        <Select options={LIFETIMES} value={days} onValueChange={setDays} />
      </Field>
    </ActionDialog>
  );
}
