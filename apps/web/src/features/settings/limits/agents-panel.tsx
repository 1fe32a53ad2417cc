"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input, Textarea } from "@baton/ui/primitives/input";
import { type ReactNode, useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import type { RouterOutputs } from "@/server/root";

type ListedAgent = RouterOutputs["rollout"]["settings"]["agents"][number];
type About = Pick<ListedAgent, "owner" | "description" | "model">;

/** Changes a known agent; null removes it. */
type OnChange = (agent: string, known: About | null, reason: string) => Promise<unknown>;

type AgentsPanelProps = {
  agents: readonly ListedAgent[];
  /** Null for users without edit permission. */
  onChange: OnChange | null;
};

const NO_AGENT: ListedAgent = { agent: "", isBuiltIn: false, owner: "", description: "", model: "" };

/** Lists the known agents, and lets an owner add, change and remove them. */
export function AgentsPanel({ agents, onChange }: AgentsPanelProps) {
  return (
    <Panel aria-label="Known agents">
      <PanelHead
        title="Known agents"
        note="others get the finding unknown_agent"
        actions={
          onChange && (
            <AgentDialog
              trigger={<Button size="sm">Add agent</Button>}
              listed={NO_AGENT}
              onChange={onChange}
            />
          )
        }
      />
      <DataTable
        caption="Known agents"
        columns={listColumns(onChange)}
        rows={agents}
        keyOf={({ agent }) => agent}
      />
    </Panel>
  );
}

function listColumns(onChange: OnChange | null): Column<ListedAgent>[] {
  return [
    {
      id: "agent",
      header: "Agent",
      sortBy: ({ agent }) => agent,
      cell: ({ agent, isBuiltIn, description }) => (
        <>
          <code className="font-medium [overflow-wrap:anywhere]">{agent}</code>{" "}
          {isBuiltIn && <Badge tone="muted">built-in</Badge>}
          {description !== "" && <span className="block text-text-2">{description}</span>}
        </>
      ),
    },
    { id: "owner", header: "Owner", isSecondary: true, cell: ({ owner }) => owner || "–" },
    { id: "model", header: "Model", isSecondary: true, cell: ({ model }) => model || "–" },
    {
      id: "actions",
      header: <span className="sr-only">Change</span>,
      isNumeric: true,
      cell: (listed) =>
        onChange && (
          <span className="inline-flex flex-wrap justify-end gap-1">
            <AgentDialog
              trigger={
                <Button size="sm" aria-label={`Change ${listed.agent}`}>
                  Change
                </Button>
              }
              listed={listed}
              onChange={onChange}
            />
            {!listed.isBuiltIn && (
              <ActionDialog
                trigger={
                  <Button size="sm" variant="ghost" aria-label={`Remove ${listed.agent}`}>
                    Remove
                  </Button>
                }
                title={`Remove ${listed.agent}`}
                description="Its manifests get the finding unknown_agent, unless the agent is built-in. Its phase stays."
                verb="Remove agent"
                isDangerous
                onConfirm={() => onChange(listed.agent, null, "Removed from the known agents.")}
              />
            )}
          </span>
        ),
    },
  ];
}

function AgentDialog({
  trigger,
  listed,
  onChange,
}: {
  trigger: ReactNode;
  listed: ListedAgent;
  onChange: OnChange;
}) {
  const [typed, setTyped] = useState(listed);
  const [error, setError] = useState<string>();
  const isNew = listed.agent === "";
  const agent = typed.agent.trim();
  return (
    <ActionDialog
      trigger={trigger}
      title={isNew ? "Add an agent" : `Change ${listed.agent}`}
      verb={isNew ? "Add agent" : "Save agent"}
      checkInput={() => {
        const isValid = agent !== "" && agent !== "*" && agent.length <= 256;
        setError(isValid ? undefined : "Enter the ID that the agent uses in its manifests.");
        return isValid;
      }}
      onConfirm={() => {
        const { owner, description, model } = typed;
        const about = { owner: owner.trim(), description: description.trim(), model: model.trim() };
        return onChange(agent, about, isNew ? "Added to the known agents." : "Changed the known agent.");
      }}
      onOpen={() => {
        setTyped(listed);
        setError(undefined);
      }}
    >
      {isNew && (
        <Field label="Agent ID" error={error}>
          <Input
            value={typed.agent}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setTyped({ ...typed, agent: target.value })}
          />
        </Field>
      )}
      <Field label="Owner" help="The person or team that answers for it.">
        <Input
          value={typed.owner}
          maxLength={200}
          onChange={({ target }) => setTyped({ ...typed, owner: target.value })}
        />
      </Field>
      <Field label="Model" help="Selects the context window of the agent.">
        <Input
          value={typed.model}
          maxLength={200}
          spellCheck={false}
          onChange={({ target }) => setTyped({ ...typed, model: target.value })}
        />
      </Field>
      <Field label="Description">
        <Textarea
          value={typed.description}
          maxLength={1_000}
          onChange={({ target }) => setTyped({ ...typed, description: target.value })}
        />
      </Field>
    </ActionDialog>
  );
}
