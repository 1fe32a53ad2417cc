import type { ConversationItem } from "@baton/server/conversation/item";
import { cn } from "@baton/ui/cn";
import { formatCount, formatCountOf, formatDuration } from "@baton/ui/format/number";
import { oneLine, readableText } from "@baton/ui/format/readable-name";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import {
  Ban,
  Brain,
  Check,
  ChevronRight,
  GitCompareArrows,
  ScrollText,
  TriangleAlert,
  Wrench,
} from "lucide-react";
import { memo, type ReactNode } from "react";
import { Markdown } from "@/features/artifacts/document/markdown";
import { formatSize } from "@/frame/not-recorded";
import { useTimeZone } from "@/frame/time-zone";
import { KindBadge } from "../handoff/handoff-kinds";
import { LeakBadge } from "../lineage/leak-badge";
import { WholeText } from "./whole-text";

type Item<Kind extends ConversationItem["kind"]> = Extract<ConversationItem, { kind: Kind }>;

/** Addresses that the items link to. */
export interface ConversationLinks {
  item(key: string): string;
  handoff(eventId: string): string;
  compaction(eventId: string): string;
  /** The messages of an agent of this session, or the conversation of another session. */
  started(started: NonNullable<Item<"handoff">["started"]>): string;
}

interface ConversationListProps {
  items: readonly ConversationItem[];
  /** Key of the item to mark. */
  marked: string | null;
  links: ConversationLinks;
  /** Loads a whole text by its key; null if it is not stored any more. */
  loadText: (key: string) => Promise<{ text: string; isCut: boolean } | null>;
}

/** Lists what was said and done in a session, in order. */
export function ConversationList({ items, marked, links, loadText }: ConversationListProps) {
  return (
    <ol aria-label="Messages" className="flex flex-col">
      {items.map((item) => (
        <ConversationEntry
          key={item.key}
          item={item}
          isMarked={item.key === marked}
          links={links}
          loadText={loadText}
        />
      ))}
    </ol>
  );
}

type EntryProps = { item: ConversationItem; isMarked: boolean } & Pick<
  ConversationListProps,
  "links" | "loadText"
>;

/** Memoized, because rendering the Markdown of hundreds of messages takes a second. */
const ConversationEntry = memo(function ConversationEntry({ item, isMarked, links, loadText }: EntryProps) {
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
        <Content item={item} links={links} loadText={loadText} />
      </div>
    </li>
  );
});

function Content({ item, links, loadText }: Omit<EntryProps, "isMarked">) {
  switch (item.kind) {
    case "message":
      return <Message item={item} loadText={loadText} />;
    case "reasoning":
    case "context":
      return <Aside item={item} loadText={loadText} />;
    case "error":
      return (
        <div className="flex gap-2 text-danger">
          <TriangleAlert aria-label="Error" className="mt-0.5 size-4 shrink-0" />
          <WholeText of={item.text} loadText={loadText}>
            {(text) => <AsWritten text={text} />}
          </WholeText>
        </div>
      );
    case "call":
      return <Call item={item} loadText={loadText} />;
    case "result":
      return (
        <Fold
          icon={<Wrench aria-hidden />}
          title="Result of an earlier call"
          state={<State hasFailed={item.isError} />}
        >
          <Code label="Output" of={item.output} loadText={loadText} />
        </Fold>
      );
    case "handoff":
      return <Handoff item={item} links={links} />;
    case "compaction":
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
}

type LoadText = Pick<ConversationListProps, "loadText">;

function Message({ item, loadText }: { item: Item<"message"> } & LoadText) {
  const isUser = item.speaker === "user";
  return (
    <div className={isUser ? "rounded-md border border-accent-line bg-accent-soft px-3 py-2" : undefined}>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          {!isUser && <Name>{item.agent}</Name>}
          {isUser && item.agentId === null && "User"}
          {isUser && item.agentId !== null && (
            <>
              Prompt for <Name>{item.agent}</Name>
            </>
          )}
        </span>
        <Usage of={item.usage} />
      </p>
      <WholeText of={item.text} loadText={loadText}>
        {(text) =>
          isUser && item.agentId === null ? (
            <AsWritten text={text} />
          ) : (
            <Markdown text={readableText(text)} showsTags />
          )
        }
      </WholeText>
    </div>
  );
}

/** Shows a text as it is, each line in the direction of its script. People paste code, which is not Markdown. */
function AsWritten({ text, className }: { text: string; className?: string }) {
  return (
    <p
      className={cn(
        "min-w-0 whitespace-pre-wrap text-start [overflow-wrap:anywhere] [unicode-bidi:plaintext]",
        className,
      )}
    >
      {readableText(text)}
    </p>
  );
}

function Usage({ of: usage }: { of: Item<"message">["usage"] }) {
  if (!usage) return null;
  return (
    <span className="text-sm text-text-3">
      {usage.model && <>{usage.model}, </>}
      {formatCount(usage.inputTokens)} tokens in, {formatCount(usage.outputTokens)} out
    </span>
  );
}

function Aside({ item, loadText }: { item: Item<"reasoning"> | Item<"context"> } & LoadText) {
  const length = item.text.text.length + item.text.hidden;
  const isReasoning = item.kind === "reasoning";
  return (
    <Fold
      icon={isReasoning ? <Brain aria-hidden /> : <ScrollText aria-hidden />}
      title={isReasoning ? "Reasoning" : "Added by the client"}
      note={item.text.text.slice(0, 400)}
      state={<span className="text-text-3">{formatCountOf(length, "character")}</span>}
    >
      <WholeText of={item.text} loadText={loadText}>
        {(text) => <AsWritten text={text} className="text-text-2" />}
      </WholeText>
    </Fold>
  );
}

function Call({ item, loadText }: { item: Item<"call"> } & LoadText) {
  const { result } = item;
  const milliseconds = result ? result.at - item.at : 0;
  return (
    <Fold
      icon={<Wrench aria-hidden />}
      title={<Name isCode>{item.tool}</Name>}
      note={item.title}
      state={
        <>
          {milliseconds > 0 && <span className="text-text-3">{formatDuration(milliseconds)}</span>}
          {result ? <State hasFailed={result.isError} /> : <span className="text-text-3">no result yet</span>}
        </>
      }
    >
      <Usage of={item.usage} />
      <Code label="Input" of={item.input} loadText={loadText} />
      {result && <Code label="Output" of={result.output} loadText={loadText} />}
    </Fold>
  );
}

function State({ hasFailed }: { hasFailed: boolean }) {
  return hasFailed ? (
    <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
      error
    </Badge>
  ) : (
    <span className="inline-flex items-center gap-1 text-ok">
      <Check aria-hidden className="size-3.5" />
      ok
    </span>
  );
}

function Code({ label, of: shown, loadText }: { label: string; of: Item<"call">["input"] } & LoadText) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-text-3">{label}</p>
      <WholeText of={shown} loadText={loadText}>
        {(text) =>
          text === "" ? (
            <p className="text-text-2">empty</p>
          ) : (
            <CodeBlock label={label}>{readableText(text)}</CodeBlock>
          )
        }
      </WholeText>
    </div>
  );
}

interface FoldProps {
  icon: ReactNode;
  title: ReactNode;
  /** One line; cut to the width. */
  note?: string;
  state: ReactNode;
  children: ReactNode;
}

/** Shows one line that opens. */
function Fold({ icon, title, note, state, children }: FoldProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm text-sm hover:bg-surface-2 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-text-3">
        <ChevronRight aria-hidden className="transition-transform group-open:rotate-90" />
        {icon}
        <span className="max-w-[50%] shrink-0 truncate font-medium">{title}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-text-2">
          {note && oneLine(note)}
        </span>
        <span className="flex shrink-0 items-center gap-2">{state}</span>
      </summary>
      <div className="flex flex-col gap-2 pt-2 pl-5.5 max-sm:pl-0">{children}</div>
    </details>
  );
}

function Handoff({ item, links }: { item: Item<"handoff">; links: ConversationLinks }) {
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
