import type { ItemOf } from "@baton/server/conversation/item";
import { formatCount } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Ban, GitCompareArrows, ScrollText } from "lucide-react";
import { formatSize } from "@/frame/not-recorded";
import { KindBadge } from "../handoff/handoff-kinds";
import { LeakBadge } from "../lineage/leak-badge";
import type { ConversationLinks } from "./conversation-address";

/** Shows a handoff: its agents, size and problems. */
export function Handoff({ item, links }: { item: ItemOf<"handoff">; links: ConversationLinks }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <KindBadge kind={item.handoffKind} />
      <FromTo from={item.fromAgent} to={item.toAgent} className="font-medium" />
      <span className="text-sm text-text-2">
        <FromTo from={formatSize(item.beforeTokens)} to={formatSize(item.afterTokens)} /> tokens
      </span>
      {item.blockedCount > 0 && (
        <Badge tone="warn" icon={<Ban aria-hidden />}>
          {formatCount(item.blockedCount)} blocked
        </Badge>
      )}
      {item.leakCount > 0 && <LeakBadge>{formatCount(item.leakCount)} leaked</LeakBadge>}
      {item.isViolation && (
        <Badge tone="danger" icon={<GitCompareArrows aria-hidden />}>
          policy violation
        </Badge>
      )}
      <span className="ml-auto flex gap-3 text-sm max-sm:ml-0">
        {item.started && <TextLink href={links.started(item.started)}>Read its messages</TextLink>}
        <TextLink href={links.handoff(item.eventId)}>Open handoff</TextLink>
      </span>
    </p>
  );
}

/** Shows that an agent's context was compacted here. */
export function Compaction({ item, links }: { item: ItemOf<"compaction">; links: ConversationLinks }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2">
      <span aria-hidden className="h-px min-w-8 flex-1 bg-line-strong" />
      <ScrollText aria-hidden className="size-4" />
      <span>
        Compaction{item.trigger && `, ${item.trigger}`}:{" "}
        <FromTo from={formatSize(item.beforeTokens)} to={formatSize(item.afterTokens)} /> tokens
      </span>
      <TextLink href={links.compaction(item.eventId)}>Open compaction</TextLink>
      <span aria-hidden className="h-px min-w-8 flex-1 bg-line-strong" />
    </p>
  );
}
