import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import type { RouterOutputs } from "@/server/root";

export type Release = NonNullable<RouterOutputs["policies"]["releases"]["get"]>;

interface Row {
  name: string;
  /** "decided" for handoffs that the version decided, or what it would have done. */
  note: string;
  handoffs: number;
  sessions: number;
  beforeTokens: number;
  afterTokens: number;
  /** Null if the version did not decide them. */
  decided: { blocked: number; leaks: number; violations: number; errors: number } | null;
}

export type EffectsTableProps = { release: Release; name: string };

/** Compares the two versions of a release over the handoffs since its start. */
export function EffectsTable({ release, name }: EffectsTableProps) {
  return (
    <DataTable
      caption="Both versions since the start of the release"
      columns={COLUMNS}
      rows={listRows(release, name)}
      keyOf={(row) => `${row.name} ${row.note}`}
      empty={
        <EmptyState title="No handoffs since the start">
          Handoffs appear here when an orchestrator has the new version and ingest has read its session.
        </EmptyState>
      }
    />
  );
}

function listRows({ live, candidate }: Release, name: string): Row[] {
  const { observed } = candidate;
  const decided = [
    { name: `v${live.number}, live`, effect: live.effect },
    { name, effect: candidate.effect },
  ].flatMap(({ name: version, effect }) =>
    effect ? [{ name: version, note: "decided", ...effect, decided: effect }] : [],
  );
  if (observed === null) return decided;
  const changes = [
    observed.removing > 0 && `would remove more in ${formatCount(observed.removing)}`,
    observed.passing > 0 && `would pass more in ${formatCount(observed.passing)}`,
  ].filter(Boolean);
  const note = `observed: ${changes.join(", ") || "would change nothing"}`;
  return [...decided, { name, note, ...observed, decided: null }];
}

const COLUMNS: Column<Row>[] = [
  {
    id: "version",
    header: "Version",
    cell: ({ name, note }) => (
      <>
        {name}
        <span className="block text-sm text-text-2">{note}</span>
      </>
    ),
  },
  {
    id: "handoffs",
    header: "Handoffs",
    isNumeric: true,
    cell: ({ handoffs, sessions }) => (
      <>
        {formatCount(handoffs)}
        <span className="block text-sm text-text-2">{formatCountOf(sessions, "session")}</span>
      </>
    ),
  },
  {
    id: "tokens",
    header: "Tokens before → after",
    isNumeric: true,
    isSecondary: true,
    cell: ({ beforeTokens, afterTokens }) => (
      <>
        {formatCompact(beforeTokens)} → {formatCompact(afterTokens)}
        <span className="block text-sm text-text-2">
          {beforeTokens > 0 && `${formatPercent((beforeTokens - afterTokens) / beforeTokens)} saved`}
        </span>
      </>
    ),
  },
  numberColumn("blocked", "With blocked fields", true),
  numberColumn("leaks", "Leaks", false),
  numberColumn("violations", "Violations", true),
  numberColumn("errors", "Errors", false),
];

function numberColumn(
  id: keyof NonNullable<Row["decided"]>,
  header: string,
  isSecondary: boolean,
): Column<Row> {
  return {
    id,
    header,
    isNumeric: true,
    isSecondary,
    cell: ({ decided }) =>
      decided === null ? <span title="Not decided by this version">–</span> : formatCount(decided[id]),
  };
}
