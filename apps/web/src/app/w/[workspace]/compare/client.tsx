"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { Columns2 } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Comparison } from "@/features/sessions/compare/comparison";
import { AppLink } from "@/frame/app-link";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { compareParams } from "@/search/compare-params";
import { useTRPC } from "@/trpc/client";

/** Two sessions side by side. */
export function CompareSessions({ workspace }: { workspace: string }) {
  const [{ a, b, different }, setParams] = useQueryStates(compareParams);
  const isChosen = a !== "" && b !== "";
  const query = useQuery(useTRPC().sessions.compare.queryOptions({ workspace, a, b }, { enabled: isChosen }));
  if (!isChosen) {
    return (
      <>
        <PageHead title="Compare sessions" />
        <EmptyState
          icon={<Columns2 aria-hidden />}
          title="Choose two sessions"
          actions={
            <Button asChild>
              <AppLink href={addressOf(workspace, "sessions")}>Open sessions</AppLink>
            </Button>
          }
        >
          Select two sessions in the list, then compare them.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHead
        title="Compare sessions"
        subtitle="Agents, handoffs, fields, tokens and leaks of two sessions. Rows of only one session come first."
        actions={
          <>
            <Button onClick={() => setParams({ a: b, b: a })}>Swap</Button>
            <Button
              aria-pressed={different}
              variant={different ? "primary" : "default"}
              onClick={() => setParams({ different: !different })}
            >
              Differences only
            </Button>
          </>
        }
      />
      {query.data ? (
        <Comparison workspace={workspace} found={query.data} isDifferentOnly={different} />
      ) : query.isError ? (
        <QueryError title="Could not compare the sessions" query={query} />
      ) : (
        <TableSkeleton rows={8} />
      )}
    </>
  );
}
