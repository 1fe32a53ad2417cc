"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { Name } from "@baton/ui/primitives/name";
import { useTimeZone } from "@/frame/time-zone";
import type { ReviewedDraft } from "../publish/status-badges";

export type Review = ReviewedDraft["reviews"][number];

const ENTRY_WORDS: Record<Review["entry"], string> = {
  requested: "requested review",
  commented: "commented",
  approved: "approved",
  rejected: "requested changes",
};

/** Lists reviews and comments of a draft, in order. */
export function Said({
  reviews,
  revision,
  label = "Review comments",
}: {
  reviews: readonly Review[];
  /** The current revision. */
  revision: number;
  label?: string;
}) {
  const timeZone = useTimeZone();
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line border-line border-y">
      {reviews.map((review) => (
        <li key={review.reviewId} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <b>{review.reviewer.name}</b>
            <span>{ENTRY_WORDS[review.entry]}</span>
            {review.ruleId !== null && <Name isCode>{review.ruleId}</Name>}
            <span className="ml-auto text-sm text-text-3">
              {review.revision < revision && "earlier revision, "}
              {formatDateTime(review.reviewedAt, timeZone)}
            </span>
          </p>
          {review.acknowledged.length > 0 && (
            <p className="text-sm text-text-2 [overflow-wrap:anywhere]">
              Acknowledged: <code>{review.acknowledged.join(", ")}</code>
            </p>
          )}
          {review.comment !== "" && (
            <p className="whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">{review.comment}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
