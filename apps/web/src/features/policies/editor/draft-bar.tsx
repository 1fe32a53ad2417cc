"use client";

import type { Policy } from "@baton/core";
import { formatCountOf } from "@baton/ui/format/number";
import { formatTime } from "@baton/ui/format/time";
import { FootBar } from "@baton/ui/layout/foot-bar";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CloudOff, Redo2, TriangleAlert, Undo2 } from "lucide-react";
import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { describeChanges } from "../draft/describe-changes";
import type { DraftStore, Saving } from "../draft/draft-store";
import { StatusBadges } from "../publish/status-badges";
import { useTestResults } from "../tests/use-test-results";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";
import { draftName, liveName } from "./version-name";

type DraftBarProps = {
  editor: PolicyEditor;
  findingCount: number;
  onFindings: () => void;
  onDiscard: () => void;
  onPublish: () => void;
  onMerge: () => void;
};

/**
 * Shows the draft's changes, saving state, review state and actions at the bottom, while it differs from the
 * live policy.
 */
export function DraftBar(props: DraftBarProps) {
  const { editor, findingCount, onFindings, onDiscard, onPublish, onMerge } = props;
  const { workspace, store, live, outdated, may } = editor;
  const { draft, policy, saving, mark } = useDraftAtRest(store);
  const trpc = useTRPC();
  const { data: saved } = useQuery(trpc.policies.drafts.get.queryOptions({ workspace }));
  const { policySwitch } = draft.content;
  const changes = useMemo(() => {
    const before = live ? { policy: live.policy, policySwitch: live.content.policySwitch } : undefined;
    return describeChanges({ policy, policySwitch }, before);
  }, [policy, policySwitch, live]);
  // The page with the import has its own primary button.
  const isImporting = usePathname() === addressOf(workspace, "policies", "files");
  const { past, future } = draft;
  if (mark === null && past.length === 0 && future.length === 0 && saving.status === "saved") return null;
  return (
    <FootBar aria-label="Draft">
      <span>
        <b>Draft {draftName(live)}</b>
        {live && <span className="text-text-3"> on {liveName(live)}</span>}
      </span>
      <Badge className="h-auto max-w-full whitespace-normal">{changes}</Badge>
      {mark !== null && saved?.draft && <StatusBadges draft={saved.draft} />}
      {findingCount > 0 && (
        <Button size="sm" onClick={onFindings}>
          <TriangleAlert className="size-3.5 text-warn" aria-hidden />
          {formatCountOf(findingCount, "finding")}
        </Button>
      )}
      <FailingTestsBadge policy={policy} />
      <SavingBadge saving={saving} onMerge={onMerge} />
      {outdated && saving.status !== "conflict" && (
        <>
          <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
            {liveName(live)} was published since
          </Badge>
          {may.edit && (
            <Button size="sm" onClick={onMerge}>
              Merge
            </Button>
          )}
        </>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">
        {may.edit && <EditButtons store={store} onDiscard={onDiscard} />}
        <Button asChild>
          <Anchor href={addressOf(workspace, "policies", "review")}>Review</Anchor>
        </Button>
        {may.publish && (
          <Button variant={isImporting ? "default" : "primary"} onClick={onPublish}>
            Publish {draftName(live)}
          </Button>
        )}
      </div>
    </FootBar>
  );
}

/** Shows how many policy tests fail under the draft, which cannot be published then. */
function FailingTestsBadge({ policy }: { policy: Policy }) {
  const { failedCount } = useTestResults(policy);
  return (
    failedCount > 0 && (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {formatCountOf(failedCount, "failing test")}
      </Badge>
    )
  );
}

function EditButtons({ store, onDiscard }: { store: DraftStore; onDiscard: () => void }) {
  const { past, future } = useDraftAtRest(store).draft;
  return (
    <>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Undo"
        disabled={past.length === 0}
        onClick={() => store.dispatch({ type: "undo" })}
      >
        <Undo2 className="size-4" aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Redo"
        disabled={future.length === 0}
        onClick={() => store.dispatch({ type: "redo" })}
      >
        <Redo2 className="size-4" aria-hidden />
      </Button>
      <Button onClick={onDiscard}>Discard</Button>
    </>
  );
}

function SavingBadge({ saving, onMerge }: { saving: Saving; onMerge: () => void }) {
  const timeZone = useTimeZone();
  switch (saving.status) {
    case "saved":
      return (
        <Badge tone="ok" icon={<Check aria-hidden />}>
          {saving.at === null ? "saved" : `saved ${formatTime(saving.at, timeZone)}`}
        </Badge>
      );
    case "unsaved":
    case "saving":
      return <Badge tone="muted">saving…</Badge>;
    case "failed":
      return saving.cause === "refused" ? (
        <Badge tone="danger" icon={<CircleAlert aria-hidden />} title={saving.reason}>
          not saved: {saving.reason}
        </Badge>
      ) : (
        <Badge tone="warn" icon={<CloudOff aria-hidden />} title={saving.reason}>
          {saving.cause === "signed_out" ? "Signed out" : "Offline"} · saved in this browser
        </Badge>
      );
    case "conflict":
      return (
        <>
          <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
            {saving.theirs.savedBy === null
              ? "draft closed before you saved"
              : `${saving.theirs.savedBy} saved before you`}
          </Badge>
          <Button size="sm" onClick={onMerge}>
            Compare
          </Button>
        </>
      );
  }
}
