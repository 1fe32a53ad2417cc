"use client";

import type { PolicyTest, PolicyTestResult } from "@baton/core/policy";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Check, CircleAlert } from "lucide-react";
import { MarkedText } from "@/features/sessions/handoff/marked-text";

interface TestRow {
  readonly position: number;
  readonly test: PolicyTest;
  readonly result: PolicyTestResult | undefined;
}

export type TestResultsTableProps = {
  tests: readonly PolicyTest[];
  /** Has a result for each test; undefined while it runs. */
  results: readonly (PolicyTestResult | undefined)[];
  onSelect?: (position: number) => void;
  selected?: number | null;
};

/** Lists policy tests with their results. */
export function TestResultsTable({ tests, results, onSelect, selected = null }: TestResultsTableProps) {
  return (
    <DataTable
      caption="Policy tests with their results"
      columns={COLUMNS}
      rows={tests.map((test, position): TestRow => ({ position, test, result: results[position] }))}
      keyOf={({ position }) => position}
      {...(onSelect && { onSelect: ({ position }: TestRow) => onSelect(position) })}
      selectedKey={selected}
      empty={
        <EmptyState title="No policy tests">
          A test describes a handoff, and what must and must not pass. A draft with a failing test cannot be
          published. Add one under Tests, or from a handoff in Sessions.
        </EmptyState>
      }
    />
  );
}

const COLUMNS: Column<TestRow>[] = [
  {
    id: "test",
    header: "Test",
    cell: ({ test, result }) => (
      <>
        <span className="block wrap-anywhere">{test.name}</span>
        {result?.failures.map((failure) => (
          <span key={failure} className="block text-danger text-sm wrap-anywhere">
            <MarkedText text={failure} />
          </span>
        ))}
      </>
    ),
  },
  {
    id: "pair",
    header: "From, to",
    isSecondary: true,
    cell: ({ test }) => <FromTo from={test.from} to={test.to} />,
  },
  {
    id: "rule",
    header: "Rule",
    isSecondary: true,
    cell: ({ result }) => (result?.ruleId ? <code className="wrap-anywhere">{result.ruleId}</code> : "–"),
  },
  {
    id: "result",
    header: "Result",
    cell: ({ result }) =>
      result === undefined ? (
        <Badge tone="muted">running</Badge>
      ) : result.passes ? (
        <Badge tone="ok" icon={<Check aria-hidden />}>
          passes
        </Badge>
      ) : (
        <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
          fails
        </Badge>
      ),
  },
];
