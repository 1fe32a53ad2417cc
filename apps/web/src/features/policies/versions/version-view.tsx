"use client";

import { importPolicy } from "@baton/core";
import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useToast } from "@baton/ui/primitives/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useMemo } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { PolicyDiffView } from "../diff/policy-diff-view";
import type { PolicyEditor } from "../editor/use-policy-editor";
import { Said } from "../review/said";
import { RuleList } from "../rule-list";
import { orderRules } from "../rule-order";
import { listRuleRows } from "../rule-rows";
import { SwitchBadge } from "../switch-badge";
import { RestoreButton } from "./restore-button";
import { RollBackButton } from "./roll-back-button";
import { awaitsReview, describeGround, type PublishedVersion } from "./versions-view";

/** Shows a published version: its rules, its changes, who approved it, and a button to restore it. */
export function VersionView({ editor, number }: { editor: PolicyEditor; number: number }) {
  const { workspace } = editor;
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const query = useQuery(trpc.policies.publications.get.queryOptions({ workspace, number }));
  const { data: before } = useQuery({
    ...trpc.policies.publications.get.queryOptions({ workspace, number: number - 1 }),
    enabled: number > 1,
  });
  const { data: version } = query;
  const policy = useMemo(() => version && policyOf(version.content.document), [version]);
  const policyBefore = useMemo(() => before && policyOf(before.content.document), [before]);
  if (query.isError && !version) return <QueryError title="The version could not be loaded" query={query} />;
  if (!version) {
    return (
      <Panel aria-label={`Version ${number}`}>
        <TableSkeleton rows={6} />
      </Panel>
    );
  }
  return (
    <>
      <Panel aria-label={`Version ${number}`}>
        <PanelHead
          title={`Version ${number}`}
          note={
            version.supersededAt === null ? (
              <SwitchBadge setting={version.setting} />
            ) : (
              <Badge tone="muted">superseded</Badge>
            )
          }
          actions={
            <>
              <AfterwardsReview editor={editor} version={version} />
              {version.supersededAt !== null && (
                <RestoreButton editor={editor} from={{ kind: "number", number }} name={`v${number}`} />
              )}
              <RollBackButton editor={editor} to={version} />
            </>
          }
        />
        <PanelBody className="flex flex-col gap-3">
          <KeyValues
            items={[
              { label: "Published by", value: version.publishedBy.name },
              { label: "Since", value: formatDateTime(version.since, timeZone) },
              { label: "Published", value: formatDateTime(version.publishedAt, timeZone) },
              {
                label: "Until",
                value:
                  version.supersededAt === null ? "live" : formatDateTime(version.supersededAt, timeZone),
              },
              { label: "Handoff control", value: version.setting },
              { label: "Approval", value: describeGround(version) },
              {
                label: "Content hash",
                value: <code className="[overflow-wrap:anywhere]">{version.policyVersion}</code>,
              },
              ...(version.note === "" ? [] : [{ label: "Note", value: version.note }]),
            ]}
          />
          {version.acknowledged.length > 0 && (
            <section aria-label="Acknowledged">
              <h3 className="mb-1">Newly let through, with reasons</h3>
              <ul className="flex flex-col gap-1">
                {version.acknowledged.map(({ field, reason }) => (
                  <li key={field}>
                    <code className="text-danger">+ {field}</code>{" "}
                    <span className="text-text-2">{reason}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {version.reviews.length > 0 && <Said reviews={version.reviews} revision={version.revision ?? 0} />}
        </PanelBody>
      </Panel>
      {policy && policyBefore && (
        <Panel aria-label={`Changes in version ${number}`}>
          <PanelHead title={`From v${number - 1} to v${number}`} hasLine />
          <PanelBody className="pt-3.5">
            <PolicyDiffView before={policyBefore} after={policy} />
          </PanelBody>
        </Panel>
      )}
      {policy && (
        <RuleList
          policy={policy}
          rows={listRuleRows(orderRules(policy), []).filter(({ rule }) => rule !== null)}
          period={null}
        />
      )}
      <TextLink href={addressOf(workspace, "policies", "versions")}>All versions</TextLink>
    </>
  );
}

function policyOf(document: string) {
  const parsed = importPolicy(document);
  return parsed.ok ? parsed.policy : null;
}

type ReviewedVersion = Pick<PublishedVersion, "draftId" | "revision" | "ground" | "isReviewed">;

/** Reviews a version that went live without an approval: a stricter-only one, or a rollback. */
function AfterwardsReview({ editor, version }: { editor: PolicyEditor; version: ReviewedVersion }) {
  const { workspace, may } = editor;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const approve = useMutation(
    trpc.policies.reviews.approve.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.policies.publications.pathFilter()),
      onError: ({ message }) => showToast({ tone: "danger", title: "Not approved", description: message }),
    }),
  );
  const { draftId, revision } = version;
  if (!may.publish || !awaitsReview(version) || draftId === null || revision === null) return null;
  return (
    <Button
      disabled={approve.isPending}
      onClick={() => approve.mutate({ workspace, draftId, revision, comment: "", ruleId: null })}
    >
      <Check className="size-3.5" aria-hidden />
      Approve afterwards
    </Button>
  );
}
