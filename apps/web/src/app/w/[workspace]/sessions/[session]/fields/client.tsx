"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { SessionAddress } from "@/features/sessions/lineage/addresses";
import { AgentPanel } from "@/features/sessions/lineage/agent-panel";
import { FieldPanel } from "@/features/sessions/lineage/field-panel";
import { FieldsTable } from "@/features/sessions/lineage/fields-table";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { fieldsParams } from "../search-params";

/** Shows the fields of a session: the history of one, or the knowledge of an agent, as the URL selects. */
export function SessionFields(address: SessionAddress) {
  const [{ path, agent }, setParams] = useQueryStates(fieldsParams, { history: "push" });
  const chooseAgent = (chosen: string | null) => setParams({ agent: chosen, path: null });
  return agent === null ? (
    <WhereFieldWent
      address={address}
      path={path ?? ""}
      onChoose={(chosen) => setParams({ path: chosen })}
      onChooseAgent={chooseAgent}
    />
  ) : (
    <WhatAgentKnew address={address} agent={agent} onChoose={chooseAgent} />
  );
}

interface WhereFieldWentProps {
  address: SessionAddress;
  path: string;
  onChoose: (path: string | null) => void;
  onChooseAgent: (agent: string | null) => void;
}

function WhereFieldWent({ address, path, onChoose, onChooseAgent }: WhereFieldWentProps) {
  const query = useQuery(
    useTRPC().lineage.field.queryOptions({ ...address, path }, { placeholderData: (previous) => previous }),
  );
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <QueryError title="Could not load the fields" query={query} />
    ) : (
      <TableSkeleton rows={10} />
    );
  }
  return (
    <>
      <PageHead
        title={
          path === "" ? (
            "Fields"
          ) : (
            <>
              History of <Name isCode>{path}</Name>
            </>
          )
        }
        subtitle={
          path === "" ? (
            "Fields of one session. Choose one to follow it from agent to agent, or enter a path: severity_agent.internal_notes."
          ) : (
            <>
              {summarize(data.lineage)}{" "}
              <SubjectLink kind="fields" name={path}>
                In all sessions
              </SubjectLink>
            </>
          )
        }
        actions={
          <>
            <Combobox
              aria-label="Field"
              className="w-60 max-sm:w-full"
              placeholder="Choose a field"
              searchLabel="Find a field or enter its path"
              otherLabel={(text) => `Follow ${text}`}
              options={data.fields.map(({ name, blockedAt }) => ({
                value: name,
                text: blockedAt > 0 ? `${isolateName(name)}, blocked ${blockedAt}×` : name,
              }))}
              value={path === "" ? null : path}
              onValueChange={onChoose}
            />
            <Combobox
              aria-label="What did an agent know?"
              className="w-56 max-sm:w-full"
              placeholder="What did an agent know?"
              searchLabel="Find an agent"
              options={data.lineage.holders.map(({ agent }) => ({ value: agent, text: agent }))}
              value={null}
              onValueChange={onChooseAgent}
            />
            <BackButton address={address} />
          </>
        }
      />
      {path === "" ? (
        <FieldsTable found={data} address={address} />
      ) : (
        <FieldPanel path={path} found={data} address={address} />
      )}
    </>
  );
}

type Lineage = RouterOutputs["lineage"]["field"]["lineage"];

/** Summarizes the path of a field in one sentence. */
function summarize({ origins, steps, holders, leaks, unknownCount }: Lineage): string {
  const [first] = origins;
  if (!first) {
    return unknownCount > 0
      ? "Not known: some handoffs of this session do not record fields."
      : "No handoff of this session contains it.";
  }
  const began = first.source.kind === "output" ? first.source.name : first.source.name.replaceAll("_", " ");
  const stopped = new Set(steps.filter(({ has }) => has === "no").map(({ number }) => number)).size;
  const wrote = holders.filter(({ possession }) => possession === "wrote").length;
  const given = holders.filter(({ received }) => received !== null).length;
  const [leak] = leaks.first;
  const agents = (count: number) => formatCountOf(count, "agent");
  const handoffs = (count: number) => formatCountOf(count, "handoff");
  return [
    `Starts ${first.source.kind === "output" ? "at" : "in"} ${began}`,
    wrote > 1 && `written by ${agents(wrote)}`,
    stopped > 0 && `stopped at ${handoffs(stopped)}`,
    given > 0
      ? `reached ${agents(given)}`
      : unknownCount > 0
        ? "has no recorded receiver"
        : "reached no agent",
    leak &&
      `leaked to ${isolateName(leak.toAgent)}${leaks.count > 1 ? ` and ${formatCountOf(leaks.count - 1, "more leak")}` : ""}`,
  ]
    .filter(Boolean)
    .join(", ")
    .concat(".");
}

function WhatAgentKnew({
  address,
  agent,
  onChoose,
}: {
  address: SessionAddress;
  agent: string;
  onChoose: (agent: string | null) => void;
}) {
  const query = useQuery(useTRPC().lineage.agent.queryOptions({ ...address, agent }));
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <QueryError title="Could not load the agent’s fields" query={query} />
    ) : (
      <TableSkeleton rows={10} />
    );
  }
  return (
    <>
      <PageHead
        title={
          <>
            What <Name isCode>{agent}</Name> knew
          </>
        }
        subtitle={
          <>
            Fields received and their senders (names and sizes only).{" "}
            <SubjectLink kind="agents" name={agent}>
              In all sessions
            </SubjectLink>
          </>
        }
        actions={
          <>
            <Combobox
              aria-label="Agent"
              className="w-56 max-sm:w-full"
              placeholder="Choose an agent"
              searchLabel="Find an agent"
              options={data.agents.map((one) => ({ value: one, text: one }))}
              value={agent}
              onValueChange={(chosen) => chosen !== null && onChoose(chosen)}
            />
            <Button onClick={() => onChoose(null)}>Follow a field</Button>
            <BackButton address={address} />
          </>
        }
      />
      <AgentPanel knowledge={data.knowledge} address={address} />
    </>
  );
}

function BackButton({ address: { workspace, session } }: { address: SessionAddress }) {
  return (
    <Button asChild>
      <Anchor href={addressOf(workspace, "sessions", session)}>Open session</Anchor>
    </Button>
  );
}
