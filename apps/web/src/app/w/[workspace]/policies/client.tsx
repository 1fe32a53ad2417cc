"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { usePolicyEditor } from "@/features/policies/editor/use-policy-editor";
import { RuleSearch } from "@/features/policies/rule-search";
import { addressOf, withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { policiesParams } from "./search-params";

const PolicyInFull = dynamic(async () => (await import("@/features/policies/policy-in-full")).PolicyInFull);

const RestoreButton = dynamic(
  async () => (await import("@/features/policies/versions/restore-button")).RestoreButton,
  { ssr: false },
);

/**
 * Shows the rules of the draft, or of the live policy until the editor is loaded; or an earlier version that
 * the URL names. The search above them stays while the editor replaces the list of the server.
 */
export function Policies({ workspace }: { workspace: string }) {
  return (
    <>
      <div className="md:w-80">
        <RuleSearch />
      </div>
      <Rules workspace={workspace} />
    </>
  );
}

function Rules({ workspace }: { workspace: string }) {
  const [{ version, range }] = useQueryStates(policiesParams, { history: "push" });
  const editor = usePolicyEditor();
  const [RulesEditor, wantRulesEditor] = useOnDemand(
    async () => (await import("@/features/policies/editor/rules-editor")).RulesEditor,
  );
  const isEditing = version === null && Boolean(editor?.may.edit);
  useEffect(() => {
    if (isEditing) wantRulesEditor();
  });
  const query = useQuery(
    useTRPC().policies.get.queryOptions({ workspace, version }, { placeholderData: (last) => last }),
  );
  const { data } = query;
  if (editor && isEditing && RulesEditor) return <RulesEditor editor={editor} range={range} />;
  if (query.isError && data === undefined) {
    return <QueryError title="The policy could not be loaded" query={query} />;
  }
  if (data === undefined) {
    return (
      <Panel aria-label="Rules">
        <TableSkeleton rows={6} />
      </Panel>
    );
  }
  if (data === null) {
    return (
      <Panel aria-label="Rules" className="pb-4">
        <PanelHead title="Rules" />
        <EmptyState icon={<ListChecks aria-hidden />} title="No policy yet">
          Orchestrators report their policy with the first handoff of a session.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      {version !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-text-2">
            The policy <code>{version.slice(0, 12)}</code>,{" "}
            {data.number === null ? "as reported" : `published as v${data.number}`}.
          </p>
          {editor && editor.live?.policyVersion !== version && <Badge tone="muted">not live</Badge>}
          {editor?.live && editor.live.policyVersion !== version && (
            <TextLink
              href={withQuery(addressOf(workspace, "policies", "changes"), {
                before: version,
                after: "live",
              })}
            >
              Compare with the live policy
            </TextLink>
          )}
          {editor && <RestoreButton editor={editor} from={{ kind: "version", version }} name="this policy" />}
        </div>
      )}
      <PolicyInFull key={data.version} workspace={workspace} stored={data} range={range} />
    </>
  );
}
