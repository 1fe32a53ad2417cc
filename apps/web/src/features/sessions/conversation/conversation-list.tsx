import type { ConversationItem } from "@baton/server/conversation/item";
import { formatCount } from "@baton/ui/format/number";
import { oneLine } from "@baton/ui/format/readable-name";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { ChevronRight, TriangleAlert, Wrench } from "lucide-react";
import { memo } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { AsWritten } from "./as-written";
import { Call, LateResult } from "./call";
import type { ConversationLinks } from "./conversation-address";
import { type CallGroup, groupCalls } from "./group-calls";
import { Compaction, Handoff } from "./handoff";
import { type ConversationLoader, Loader } from "./loader";
import { Aside, Message } from "./message";
import { WholeText } from "./whole-text";

interface ConversationListProps {
  items: readonly ConversationItem[];
  /** Key of the item to mark. */
  marked: string | null;
  links: ConversationLinks;
  loader: ConversationLoader;
}

/** Lists what was said and done in a session, in order. */
export function ConversationList({ items, marked, links, loader }: ConversationListProps) {
  return (
    <Loader value={loader}>
      <ol aria-label="Messages" className="flex flex-col">
        {groupCalls(items).map((each) =>
          "calls" in each ? (
            <GroupEntry key={each.calls[0].key} group={each} marked={marked} links={links} />
          ) : (
            <ConversationEntry key={each.key} item={each} isMarked={each.key === marked} links={links} />
          ),
        )}
      </ol>
    </Loader>
  );
}

type EntryProps = { item: ConversationItem; isMarked: boolean; links: ConversationLinks };

/** Memoized, because rendering the Markdown of hundreds of messages takes a second. */
const ConversationEntry = memo(function ConversationEntry({ item, isMarked, links }: EntryProps) {
  const timeZone = useTimeZone();
  return (
    <li
      id={`item-${item.key}`}
      aria-current={isMarked || undefined}
      className="flex scroll-mt-16 gap-3 border-line border-t px-4 py-2.5 [contain-intrinsic-size:auto_64px] [content-visibility:auto] first:border-t-0 aria-[current]:bg-accent-soft max-sm:flex-col max-sm:gap-1"
    >
      <TextLink href={links.item(item.key)} className="w-16 flex-none pt-px text-sm text-text-3 tabular-nums">
        <Time at={item.at} timeZone={timeZone} />
      </TextLink>
      <div className="min-w-0 flex-1">
        <Content item={item} links={links} />
      </div>
    </li>
  );
});

type GroupProps = { group: CallGroup } & Pick<ConversationListProps, "marked" | "links">;

/** Shows calls of one tool on one line that opens; it is open if it has the marked one. */
function GroupEntry({ group: { tool, calls }, marked, links }: GroupProps) {
  const timeZone = useTimeZone();
  const titles = calls.map(({ title }) => title).join(", ");
  return (
    <li className="border-line border-t first:border-t-0">
      <details open={calls.some(({ key }) => key === marked)} className="group/calls">
        <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-2.5 text-sm hover:bg-surface-2 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-text-3">
          <span className="mr-1 w-16 flex-none text-text-3 tabular-nums max-sm:hidden">
            <Time at={calls[0].at} timeZone={timeZone} />
          </span>
          <ChevronRight aria-hidden className="transition-transform group-open/calls:rotate-90" />
          <Wrench aria-hidden />
          <span className="shrink-0 font-medium">
            <Name isCode>{tool}</Name> ×{formatCount(calls.length)}
          </span>
          <span dir="auto" className="min-w-0 truncate text-text-2 group-open/calls:invisible">
            {oneLine(titles.slice(0, 400))}
          </span>
        </summary>
        <ol className="border-line border-t">
          {calls.map((call) => (
            <ConversationEntry key={call.key} item={call} isMarked={call.key === marked} links={links} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function Content({ item, links }: Omit<EntryProps, "isMarked">) {
  switch (item.kind) {
    case "message":
      return <Message item={item} />;
    case "reasoning":
    case "context":
      return <Aside item={item} />;
    case "error":
      return (
        <div className="flex gap-2 text-danger">
          <TriangleAlert aria-label="Error" className="mt-0.5 size-4 shrink-0" />
          <WholeText of={item.text}>{(text) => <AsWritten text={text} />}</WholeText>
        </div>
      );
    case "call":
      return <Call item={item} />;
    case "result":
      return <LateResult item={item} />;
    case "handoff":
      return <Handoff item={item} links={links} />;
    case "compaction":
      return <Compaction item={item} links={links} />;
  }
}
