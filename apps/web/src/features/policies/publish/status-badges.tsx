import { Badge } from "@baton/ui/primitives/badge";
import { Check, Eye, X } from "lucide-react";
import type { RouterOutputs } from "@/server/root";

/** The draft of a workspace with its reviews and comments. */
export type ReviewedDraft = NonNullable<RouterOutputs["policies"]["drafts"]["get"]["draft"]>;

type StatusBadgesProps = { draft: Pick<ReviewedDraft, "state" | "approvers" | "rejecters"> };

/** Allows wrapping, because there may be many long names. */
const NAMES = "h-auto min-w-0 max-w-full shrink whitespace-normal [overflow-wrap:anywhere]";

/**
 * Shows a requested review, and the owners who approved the current draft or requested
 * changes; empty without any.
 */
export function StatusBadges({ draft: { state, approvers, rejecters } }: StatusBadgesProps) {
  return (
    <>
      {state === "in_review" && (
        <Badge tone="accent" icon={<Eye aria-hidden />}>
          in review
        </Badge>
      )}
      {approvers.length > 0 && (
        <Badge tone="ok" className={NAMES} icon={<Check aria-hidden />}>
          approved by {listPeople(approvers)}
        </Badge>
      )}
      {rejecters.length > 0 && (
        <Badge tone="danger" className={NAMES} icon={<X aria-hidden />}>
          changes requested by {listPeople(rejecters)}
        </Badge>
      )}
    </>
  );
}

/** Lists people by name: "Ada, Grace". */
export function listPeople(people: readonly { name: string }[]): string {
  return people.map(({ name }) => name).join(", ");
}
