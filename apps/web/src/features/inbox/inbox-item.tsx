"use client";

import { Button } from "@baton/ui/primitives/button";
import { Dot } from "@baton/ui/primitives/dot";
import { TextLink } from "@baton/ui/primitives/text-link";
import { TimeAgo } from "@baton/ui/primitives/time";
import { Bell, CalendarX, Check, FileText, Megaphone, MessageSquare, Siren, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

/** Icon and name of each kind of notification. */
const KINDS: Readonly<Record<string, { icon: ReactNode; label: string }>> = {
  "policy.proposed": { icon: <FileText aria-hidden />, label: "Proposal" },
  "policy.review_requested": { icon: <Bell aria-hidden />, label: "Review requested" },
  "policy.commented": { icon: <MessageSquare aria-hidden />, label: "Comment" },
  "policy.approved": { icon: <Check aria-hidden />, label: "Approved" },
  "policy.rejected": { icon: <Undo2 aria-hidden />, label: "Changes requested" },
  "policy.published": { icon: <Megaphone aria-hidden />, label: "Published" },
  "policy.release": { icon: <Megaphone aria-hidden />, label: "Release in steps" },
  "policy.release_stopped": { icon: <Undo2 aria-hidden />, label: "Release stopped" },
  "policy.rule_ends": { icon: <CalendarX aria-hidden />, label: "Expiring rule" },
  "policy.rule_ended": { icon: <CalendarX aria-hidden />, label: "Expired rule" },
  "manifest.waiting": { icon: <Bell aria-hidden />, label: "Approval requested" },
  "manifest.approved": { icon: <Check aria-hidden />, label: "Manifest approved" },
  "manifest.sent_back": { icon: <Undo2 aria-hidden />, label: "Changes to a manifest requested" },
  "manifest.review_withdrawn": { icon: <Undo2 aria-hidden />, label: "Manifest review withdrawn" },
  "leak.found": { icon: <Siren aria-hidden />, label: "Leak" },
  "report.weekly": { icon: <FileText aria-hidden />, label: "Weekly report" },
  "report.monthly": { icon: <FileText aria-hidden />, label: "Monthly report" },
  "alert.fired": { icon: <Siren aria-hidden />, label: "Alert" },
  "alert.resolved": { icon: <Check aria-hidden />, label: "Alert resolved" },
};
const OTHER = { icon: <Bell aria-hidden />, label: "Notification" };

export type InboxItemProps = {
  workspace: string;
  item: RouterOutputs["inbox"]["list"][number];
  /** Milliseconds since 1970, at the first render. */
  now: number;
  onRead: () => void;
};

/** Shows a notification: what happened, when, and a link to it. Opening it marks it as read. */
export function InboxItem({ workspace, item, now, onRead }: InboxItemProps) {
  const { kind, subject, body, page, createdAt, isRead } = item;
  const timeZone = useTimeZone();
  const { icon, label } = KINDS[kind] ?? OTHER;
  return (
    <li className="flex items-start gap-2.5 border-line border-b px-4 py-3 last:border-b-0">
      <span className="mt-0.5 flex-none text-text-3 [&_svg]:size-4">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {!isRead && <span className="sr-only">Unread: </span>}
          <TextLink
            href={`${addressOf(workspace)}/${page}`}
            className={isRead ? "text-text-2" : "font-medium text-text"}
            onClick={isRead ? undefined : onRead}
          >
            {subject}
          </TextLink>
        </p>
        {body !== "" && (
          <p className="line-clamp-3 whitespace-pre-line text-sm text-text-2 [overflow-wrap:anywhere]">
            {body}
          </p>
        )}
        <p className="text-sm text-text-3">
          {label} · <TimeAgo at={createdAt.getTime()} timeZone={timeZone} now={now} />
        </p>
      </div>
      {!isRead && (
        <div className="flex flex-none items-center gap-2">
          <Button size="sm" variant="ghost" aria-label={`Mark as read: ${subject}`} onClick={onRead}>
            <span className="max-sm:hidden">Mark as read</span>
            <Check className="size-4 sm:hidden" aria-hidden />
          </Button>
          <Dot colour="accent" isRound />
        </div>
      )}
    </li>
  );
}
