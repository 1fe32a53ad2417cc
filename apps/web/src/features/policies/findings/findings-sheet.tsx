"use client";

import type { Finding, Policy } from "@baton/core";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Sheet, SheetContent } from "@baton/ui/primitives/sheet";
import { useToast } from "@baton/ui/primitives/toast";
import { Undo2, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { addressOf, withQuery } from "@/frame/pages";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { placeOfFinding } from "../rule/finding-fixes";
import { describeBulkFix, fixAll } from "./fix-all";
import type { FindingGroup } from "./group-findings";
import { GroupedFindings } from "./grouped-findings";

type FindingsSheetProps = {
  editor: PolicyEditor;
  findings: readonly Finding[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * Lists the findings of the draft by kind, at the edge of the page. Each names its rule and opens it. A kind is fixed at
 * once if the fix lets nothing more through.
 */
export function FindingsSheet({ editor, findings, isOpen, onOpenChange }: FindingsSheetProps) {
  const { workspace, store } = editor;
  const { draft, policy } = useDraftAtRest(store);
  const { agents } = useObserved(workspace);
  const showToast = useToast();
  const fix = ({ findings: found }: FindingGroup) => {
    const { draft: now, policy: read } = store.getSnapshot();
    const context = { now: Date.now(), agents: agents ?? [], outputFields: [], names: [] };
    const { section, fixed } = fixAll(found, { policy: read, section: now.content.section }, context);
    if (fixed === 0) {
      showToast({
        tone: "warn",
        title: "Nothing was changed",
        description: "Each needs a decision of yours.",
      });
      return;
    }
    store.dispatch({ type: "revise", section });
    showToast({
      tone: "ok",
      title: `Fixed ${formatCountOf(fixed, "finding")}`,
      description:
        fixed < found.length ? `${formatCount(found.length - fixed)} need a decision of yours.` : undefined,
      action: { label: "Undo", onSelect: () => store.dispatch({ type: "undo" }) },
    });
  };
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <SheetContent
        title="Findings"
        side="right"
        className="w-[min(400px,calc(100vw-32px))] bg-surface"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="sticky top-0 z-10 flex items-center gap-3 border-line border-b bg-surface px-4 py-2.5">
          <h2>{formatCountOf(findings.length, "finding")}</h2>
          <Button
            size="icon-sm"
            variant="ghost"
            className="ml-auto"
            aria-label="Undo"
            disabled={draft.past.length === 0}
            onClick={() => store.dispatch({ type: "undo" })}
          >
            <Undo2 className="size-4" aria-hidden />
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label="Close the findings"
            onClick={() => onOpenChange(false)}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </div>
        <div className="px-4 py-2">
          {findings.length === 0 && (
            <EmptyState title="No findings">The draft has no known mistakes.</EmptyState>
          )}
          <GroupedFindings
            findings={findings}
            placeOf={(finding) => (
              <FindingLink
                workspace={workspace}
                policy={policy}
                finding={finding}
                onOpen={(position) => store.dispatch({ type: "open-rule", position })}
              />
            )}
            actionOf={(group) =>
              editor.may.edit &&
              describeBulkFix(group.code) !== null && (
                <Button size="sm" title={describeBulkFix(group.code) ?? undefined} onClick={() => fix(group)}>
                  Fix all {formatCount(group.findings.length)}
                </Button>
              )
            }
            noteOf={({ code }) => describeBulkFix(code)}
          />
        </div>
      </SheetContent>
    </Sheet>
  );
}

type FindingLinkProps = {
  workspace: string;
  policy: Policy;
  finding: Finding;
  onOpen: (position: number) => void;
};

function FindingLink({ workspace, policy, finding, onOpen }: FindingLinkProps) {
  const router = useRouter();
  const policies = addressOf(workspace, "policies");
  const position = placeOfFinding(finding)?.position;
  const rule = position === undefined ? undefined : policy.agent_handoff_rules[position];
  if (finding.path.includes("/content_rules/")) {
    return <Anchor href={addressOf(workspace, "policies", "content")}>Content rules</Anchor>;
  }
  if (!rule || position === undefined) return <Anchor href={policies}>For every handoff</Anchor>;
  return (
    <Anchor
      href={withQuery(policies, { rule: rule.rule_id, findings: "true" })}
      className="inline-flex max-w-full flex-wrap items-center gap-x-2 text-accent hover:underline"
      onClick={(event) => {
        onOpen(position);
        if (window.matchMedia("(min-width: 900px)").matches) return;
        // The list would cover the rule.
        event.preventDefault();
        router.push(withQuery(policies, { rule: rule.rule_id }));
      }}
    >
      <code>{rule.rule_id}</code>
      <FromTo from={rule.from_agent_id} to={rule.to_agent_id} />
    </Anchor>
  );
}
