"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { SwitchBadge } from "./switch-badge";

type Versions = RouterOutputs["policies"]["versions"];
type Version = Versions["first"][number];

const ORIGIN_WORDS = {
  announced: "reported by an orchestrator",
  imported: "imported",
  published: "published here",
} as const;

type VersionsPanelProps = {
  /** Last reported first. */
  versions: Versions;
  timeZone: string;
  hrefOf: (version: Version) => string;
};

/** Lists every reported policy with its times. */
export function VersionsPanel({ versions, timeZone, hrefOf }: VersionsPanelProps) {
  const columns: Column<Version>[] = [
    {
      id: "version",
      header: "Version",
      cell: ({ policyVersion }) => <code title={policyVersion}>{policyVersion.slice(0, 12)}</code>,
    },
    {
      id: "switch",
      header: "Handoff control",
      isSecondary: true,
      cell: (version) => <SwitchBadge setting={version.setting} />,
    },
    { id: "origin", header: "Origin", isSecondary: true, cell: ({ origin }) => ORIGIN_WORDS[origin] },
    {
      id: "first",
      header: "First reported",
      isNumeric: true,
      isSecondary: true,
      cell: ({ firstSeenAt }) => formatDateTime(firstSeenAt, timeZone),
    },
    {
      id: "last",
      header: "Last reported",
      isNumeric: true,
      cell: ({ lastSeenAt }) => formatDateTime(lastSeenAt, timeZone),
    },
  ];
  return (
    <Panel aria-label="Reported policies">
      <PanelHead
        title="Reported policies"
        note={`as orchestrators reported them, newest first${versions.count > versions.first.length ? `, the last ${versions.first.length}` : ""}`}
      />
      <DataTable
        caption="Versions of the policy, newest first"
        columns={columns}
        rows={versions.first}
        keyOf={(version) => version.policyVersion}
        hrefOf={hrefOf}
      />
    </Panel>
  );
}
