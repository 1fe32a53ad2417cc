"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Settings } from "@/features/policies/diff/rule-changes";
import { addressOf, withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type RuleVersion = RouterOutputs["traffic"]["ruleHistory"]["versions"][number];

export function useRuleHistory(workspace: string, rule: string) {
  return useQuery(useTRPC().traffic.ruleHistory.queryOptions({ workspace, rule }));
}

/** Shows what each version of the policy changed about a rule, newest first. */
export function RuleHistoryPanel({ workspace, rule }: { workspace: string; rule: string }) {
  const timeZone = useTimeZone();
  const query = useRuleHistory(workspace, rule);
  const { data } = query;
  return (
    <Panel aria-label="History">
      <PanelHead title="History" note="versions that changed this rule" />
      {data === undefined ? (
        query.isError ? (
          <PanelBody>
            <QueryError title="Could not load the history" query={query} />
          </PanelBody>
        ) : (
          <TableSkeleton rows={3} />
        )
      ) : data.versions.length === 0 ? (
        <EmptyState title="No known policy has this rule">
          Handoffs can name rules of policies that Baton has not seen.
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-line border-t">
          {data.versions.map((version) => (
            <li key={`${version.number} ${version.policyVersion}`} className="px-4 py-2.5">
              <p className="flex flex-wrap items-center gap-2">
                <VersionLink workspace={workspace} version={version} />
                <Badge tone={version.kind === "removed" ? "danger" : "neutral"}>{version.kind}</Badge>
                <span className="text-sm text-text-3">
                  {version.by !== null && `${version.by}, `}
                  <DateTime at={version.at} timeZone={timeZone} />
                </span>
              </p>
              <Settings settings={version.settings} isNew={version.kind === "added"} />
            </li>
          ))}
        </ul>
      )}
      {data?.isCut && <PanelFoot>Older versions were not read.</PanelFoot>}
    </Panel>
  );
}

function VersionLink({ workspace, version }: { workspace: string; version: RuleVersion }) {
  const { number, policyVersion } = version;
  return number === null ? (
    <TextLink href={withQuery(addressOf(workspace, "policies"), { version: policyVersion })}>
      reported <code>{policyVersion.slice(0, 8)}</code>
    </TextLink>
  ) : (
    <TextLink href={addressOf(workspace, "policies", "versions", String(number))}>v{number}</TextLink>
  );
}
