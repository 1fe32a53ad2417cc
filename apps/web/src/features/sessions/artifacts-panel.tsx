"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ResultName, ResultState } from "@/features/artifacts/result/result";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { nameError } from "./handoff/error-badge";

type Found = RouterOutputs["sessions"]["get"];

/** An item of a session other than its handoffs. */
interface Artifact {
  key: string;
  at: number;
  kind: string;
  name: ReactNode;
  between: ReactNode;
  state: ReactNode;
  tokens: number | null;
}

/**
 * Lists manifests, tasks, handoff documents and errors of a session by time, each with a link to its page.
 */
export function ArtifactsPanel({ found, workspace }: { found: Found; workspace: string }) {
  const timeZone = useTimeZone();
  const artifacts = listArtifacts(found, workspace);
  if (artifacts.length === 0) return null;
  const columns: Column<Artifact>[] = [
    { id: "time", header: "Time", isSecondary: true, cell: ({ at }) => <Time at={at} timeZone={timeZone} /> },
    { id: "kind", header: "Type", cell: ({ kind }) => kind },
    {
      id: "name",
      header: "Name",
      cell: ({ name }) => <span className="[overflow-wrap:anywhere]">{name}</span>,
    },
    { id: "between", header: "Between", isSecondary: true, cell: ({ between }) => between },
    { id: "state", header: "State", isSecondary: true, cell: ({ state }) => state },
    {
      id: "tokens",
      header: "Tokens",
      isNumeric: true,
      cell: ({ tokens }) => (tokens === null ? "" : formatCount(tokens)),
    },
  ];
  return (
    <Panel aria-label="Artifacts, tasks and errors">
      <PanelHead title="Artifacts, tasks and errors" note="oldest first" />
      <DataTable
        caption="Manifests, tasks, documents and errors of this session"
        columns={columns}
        rows={artifacts}
        keyOf={(artifact) => artifact.key}
        maxHeight={480}
      />
    </Panel>
  );
}

function listArtifacts(
  { manifests, reads, tasks, documents, errors, returns }: Found,
  workspace: string,
): Artifact[] {
  return [
    ...manifests.map(
      (one): Artifact => ({
        key: `${one.eventId} ${one.artifact}`,
        at: one.occurredAt.getTime(),
        kind: "Manifest",
        name:
          one.manifestId === null ? (
            <code>{one.artifact}</code>
          ) : (
            <TextLink href={addressOf(workspace, "manifests", one.manifestId)}>{one.artifact}</TextLink>
          ),
        between: <FromTo from={one.fromAgent} to={one.toAgent} />,
        state: <ManifestState manifest={one} />,
        tokens: one.manifestTokens,
      }),
    ),
    ...reads.map(
      (one): Artifact => ({
        key: one.eventId,
        at: one.occurredAt.getTime(),
        kind: "Read",
        name: <Name isCode>{one.path}</Name>,
        between: one.agent,
        state: one.reason.replaceAll("_", " "),
        tokens: one.tokens,
      }),
    ),
    ...tasks.map(
      (one): Artifact => ({
        key: one.attemptId,
        at: one.occurredAt.getTime(),
        kind: "Task",
        name: (
          <TextLink href={addressOf(workspace, "tasks", one.attemptId)}>
            {one.taskName ?? one.taskId ?? "unnamed"}
          </TextLink>
        ),
        between:
          one.fromAgent && one.toAgent ? <FromTo from={one.fromAgent} to={one.toAgent} /> : one.toAgent,
        state: one.status ?? (one.isSent ? "sent" : one.isAccepted === false ? "refused" : "written"),
        tokens: one.handoffTokens,
      }),
    ),
    ...documents.map(
      (one): Artifact => ({
        key: one.documentId,
        at: one.writtenAt.getTime(),
        kind: "Handoff document",
        name: (
          <TextLink href={addressOf(workspace, "documents", one.documentId)}>
            {one.path.split("/").slice(-2).join("/")}
          </TextLink>
        ),
        between: one.predecessor && `follows ${one.predecessor}`,
        state: `${one.score} of 100${one.staleness ? `, ${one.staleness.replaceAll("_", " ")}` : ""}`,
        tokens: null,
      }),
    ),
    ...returns.map(
      (one): Artifact => ({
        key: one.id,
        at: one.occurredAt.getTime(),
        kind: "Result",
        name: <ResultName result={one} workspace={workspace} />,
        between: one.agent,
        state: <ResultState result={one} />,
        tokens: null,
      }),
    ),
    ...errors.map(
      (one): Artifact => ({
        key: one.id,
        at: one.occurredAt.getTime(),
        kind: "Error",
        name: one.message ?? <code>{one.eventType}</code>,
        between: one.agent,
        state: (
          <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
            {nameError(one)}
          </Badge>
        ),
        tokens: null,
      }),
    ),
  ].sort((a, b) => a.at - b.at);
}

function ManifestState({ manifest }: { manifest: Found["manifests"][number] }) {
  const { errorCount, warningCount, manifestId } = manifest;
  if (manifestId === null) return <span className="text-text-3">not read</span>;
  if (errorCount) return <Badge tone="danger">{formatCountOf(errorCount, "error")}</Badge>;
  if (warningCount) return <Badge tone="warn">{formatCountOf(warningCount, "warning")}</Badge>;
  return <Badge tone="ok">valid</Badge>;
}
