import { Finding } from "@baton/ui/layout/finding";
import { Anchor } from "@baton/ui/primitives/anchor";
import { addressOf } from "@/frame/pages";
import { listPeople, type ReviewedDraft } from "./status-badges";

/** Names the owners who can approve the draft; if all of them edited it, the ways out. */
export function Approvers({ workspace, draft }: { workspace: string; draft: ReviewedDraft }) {
  const { possibleApprovers, approvers } = draft;
  if (approvers.length > 0) return null;
  if (possibleApprovers.length > 0) {
    return <p className="text-text-2">Can approve: {listPeople(possibleApprovers)}.</p>;
  }
  return (
    <Finding tone="warn" title="Every owner edited this draft, so no owner can approve it">
      <ul className="list-disc pl-5">
        <li>
          <Anchor href={addressOf(workspace, "settings", "members")}>Invite another owner</Anchor>, who can
          approve it.
        </li>
        <li>Split the draft: discard it, and let each owner propose their own changes.</li>
        <li>
          <Anchor href={addressOf(workspace, "settings", "reviews")}>Allow authors to approve</Anchor> their
          own drafts.
        </li>
      </ul>
      <p>Each owner can still request changes, and publish a change that lets nothing new pass.</p>
    </Finding>
  );
}
