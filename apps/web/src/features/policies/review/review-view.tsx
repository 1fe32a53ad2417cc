"use client";

import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { useRef, useState } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { draftName } from "../editor/version-name";
import { Acknowledgements } from "../publish/acknowledgements";
import { Approvers } from "../publish/approvers";
import { DraftEvidence } from "../publish/draft-evidence";
import { listPeople, type ReviewedDraft, StatusBadges } from "../publish/status-badges";
import { type Acknowledged, listUnacknowledged } from "../publish/unacknowledged";
import { usePublicationCheck, useSavedDraft } from "../publish/use-publishing";
import { type Check, Verdict } from "../publish/verdict";
import { ReviewForm } from "./review-form";
import { type Review, Said } from "./said";

/** Shows the review of the draft: what it changes, the discussion, and the decision. */
export function ReviewView({ editor }: { editor: PolicyEditor }) {
  const { workspace, store, live } = editor;
  const { mark } = useDraftAtRest(store);
  const { data } = useQuery(useTRPC().policies.drafts.get.queryOptions({ workspace }));
  if (data?.draft && mark !== null) return <DraftReview editor={editor} draft={data.draft} />;
  return (
    <Panel aria-label="Review" className="pb-4">
      <PanelHead title="Review" />
      <EmptyState title="No draft to review">
        Change a rule to start draft {draftName(live)}. Reviews of published drafts are under{" "}
        <Anchor href={addressOf(workspace, "policies", "versions")}>Versions</Anchor>.
      </EmptyState>
    </Panel>
  );
}

const OWN_DRAFT = "You edited this draft. Another owner must approve it.";
const NONE: Acknowledged = new Map();

function DraftReview({ editor, draft }: { editor: PolicyEditor; draft: ReviewedDraft }) {
  const { workspace, store, live, may } = editor;
  const { mark, isSaved } = useSavedDraft(store, true);
  const { policy } = useDraftAtRest(store);
  const check = usePublicationCheck(workspace, mark, isSaved);
  const verdict = check.data && check.data.mark.revision === mark?.revision ? check.data : null;
  const [about, setAbout] = useState<string | null>(null);
  const commentRef = useRef<HTMLTextAreaElement>(null);
  // An acknowledgement is of one revision.
  const [given, setGiven] = useState({ revision: 0, fields: NONE });
  const acknowledged = given.revision === mark?.revision ? given.fields : NONE;
  const fields = verdict?.newlyLetThrough ?? [];
  const mayApprove = may.publish && draft.mayApprove;
  const rules = [...policy.agent_handoff_rules, ...policy.content_rules].map(({ rule_id }) => rule_id);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel aria-label="Review">
          <PanelHead
            title={`Review of draft ${draftName(live)}`}
            note={`revision ${draft.mark.revision}. Editing the draft resets its approval.`}
          />
          <PanelBody className="flex flex-col gap-3.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {draft.state === "draft" && <Badge>draft</Badge>}
              <span className="text-text-2 [overflow-wrap:anywhere]">by {listPeople(draft.authors)}</span>
              <StatusBadges draft={draft} />
            </p>
            <Approvers workspace={workspace} draft={draft} />
            {check.isError ? (
              <QueryError title="The publication checks could not be loaded" query={check} />
            ) : (
              !verdict && <p className="text-text-2">Comparing the draft with the live policy…</p>
            )}
            {verdict && <Verdict verdict={verdict} />}
            {fields.length > 0 && (
              <Acknowledgements
                fields={fields}
                acknowledged={acknowledged}
                needsReasons={false}
                onChange={
                  mayApprove
                    ? (changed) => setGiven({ revision: mark?.revision ?? 0, fields: changed })
                    : null
                }
              />
            )}
          </PanelBody>
        </Panel>
        <DraftEvidence
          editor={editor}
          noteOfRule={(ruleId) => (
            <RuleNote
              ruleId={ruleId}
              draft={draft}
              onComment={
                may.edit
                  ? () => {
                      setAbout(ruleId);
                      commentRef.current?.focus();
                    }
                  : null
              }
            />
          )}
        />
      </div>
      <Panel aria-label="Discussion" className="lg:sticky lg:top-14">
        <PanelHead title="Discussion" />
        <PanelBody className="flex flex-col gap-4">
          {draft.reviews.length === 0 ? (
            <p className="text-text-2">No reviews yet.</p>
          ) : (
            <Said reviews={draft.reviews} revision={draft.mark.revision} />
          )}
          {may.edit && (
            <ReviewForm
              editor={editor}
              mark={isSaved ? mark : null}
              ruleIds={[...new Set(rules)]}
              about={about}
              onAboutChange={setAbout}
              acknowledged={[...acknowledged].flatMap(([field, { isKnown }]) => (isKnown ? [field] : []))}
              refusal={draft.mayApprove ? findRefusal(verdict, acknowledged) : OWN_DRAFT}
              commentRef={commentRef}
            />
          )}
        </PanelBody>
      </Panel>
    </div>
  );
}

/** Returns the reason why the revision cannot be approved now; null if it can. */
function findRefusal(verdict: Check | null, acknowledged: Acknowledged): string | null {
  if (!verdict) return "Wait for the comparison";
  const hasObstacle = (code: Check["obstacles"][number]["code"]) =>
    verdict.obstacles.some((obstacle) => obstacle.code === code);
  if (hasObstacle("outdated")) return "Merge the live policy first";
  if (hasObstacle("policy_refused")) return "The draft cannot be published as it is";
  const missing = listUnacknowledged(verdict.newlyLetThrough, acknowledged, false);
  return missing.length > 0 ? `Still needed: ${missing.join(", ")}` : null;
}

/** Shows what was said about a rule, and starts another comment. */
function RuleNote({
  ruleId,
  draft,
  onComment,
}: {
  ruleId: string;
  draft: ReviewedDraft;
  onComment: (() => void) | null;
}) {
  const reviews: readonly Review[] = draft.reviews.filter((review) => review.ruleId === ruleId);
  return (
    <>
      {reviews.length > 0 && (
        <div className="mt-2 max-w-[640px]">
          <Said reviews={reviews} revision={draft.mark.revision} label={`Comments on ${ruleId}`} />
        </div>
      )}
      {onComment && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          aria-label={`Comment on ${ruleId}`}
          onClick={onComment}
        >
          <MessageSquare className="size-3.5" aria-hidden />
          Comment
        </Button>
      )}
    </>
  );
}
