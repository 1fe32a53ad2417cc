"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { CodeBlock, CodeMark } from "@baton/ui/layout/code-block";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Input } from "@baton/ui/primitives/input";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useSettled } from "@/frame/use-settled";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { conversationAddress } from "./conversation/conversation-address";

type Line = RouterOutputs["sessions"]["lines"]["lines"][number];
type Address = { workspace: string; session: string };

interface LinesPanelProps extends Address {
  /** The search text. */
  text: string;
  onTextChange: (text: string) => void;
}

const MIN_LETTERS = 2;

/** Searches text in the stored lines of a session. */
export function LinesPanel({ workspace, session, text, onTextChange }: LinesPanelProps) {
  const settled = useSettled(text.trim());
  const isAsked = settled.length >= MIN_LETTERS;
  const query = useInfiniteQuery(
    useTRPC().sessions.lines.infiniteQueryOptions(
      { workspace, session, text: settled },
      { enabled: isAsked, getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const coldCount = query.data?.pages[0]?.coldLineCount ?? 0;
  return (
    <Panel aria-label="Lines">
      <PanelHead
        title="Lines"
        note={
          query.data
            ? `${formatCount(lines.length)}${query.hasNextPage ? " and more" : ""} found`
            : "search prompts, answers, tool results and events of this session"
        }
        actions={
          <Input
            type="search"
            aria-label="Search the lines of this session"
            placeholder="Words"
            className="w-64 max-sm:w-full"
            leading={<Search aria-hidden />}
            defaultValue={text}
            onChange={(event) => onTextChange(event.target.value)}
          />
        }
      />
      {isAsked && (
        <PanelBody className="flex flex-col gap-3">
          {query.isError && !query.data && <QueryError title="Could not search the lines" query={query} />}
          {query.isPending && <TableSkeleton rows={3} />}
          {coldCount > 0 && (
            <p className="text-text-2">
              {formatCountOf(coldCount, "line of this session is", "lines of this session are")} in cold
              storage, where search does not look. Open a handoff to read its line.
            </p>
          )}
          {query.data && lines.length === 0 && (
            <EmptyState title="No lines match this search">
              Search covers stored lines only. Secrets are masked.
            </EmptyState>
          )}
          {lines.map((line) => (
            <LineMatch
              key={`${line.sourceFileId} ${line.sequence}`}
              line={line}
              text={settled}
              address={{ workspace, session }}
            />
          ))}
          {query.hasNextPage && (
            <Button
              className="self-start"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more lines
            </Button>
          )}
        </PanelBody>
      )}
    </Panel>
  );
}

function LineMatch({ line, text, address }: { line: Line; text: string; address: Address }) {
  const timeZone = useTimeZone();
  const { part, isCut, handoffId, lineNumber, path } = line;
  const at = part.toLowerCase().indexOf(text.toLowerCase());
  const file = path.slice(path.lastIndexOf("/") + 1);
  return (
    <article className="flex flex-col gap-1">
      <p className="flex flex-wrap gap-x-3 text-sm text-text-2">
        <Time at={line.occurredAt.getTime()} timeZone={timeZone} />
        <code>{line.eventType}</code>
        <span className="min-w-0 [overflow-wrap:anywhere]" title={path}>
          line {formatCount(lineNumber)} of {file}
        </span>
        <span className="ml-auto flex gap-3">
          <TextLink href={conversationAddress(address, { ...line, occurredAt: line.occurredAt.getTime() })}>
            Read in the conversation
          </TextLink>
          {handoffId !== null && (
            <TextLink href={addressOf(address.workspace, "sessions", address.session, "handoffs", handoffId)}>
              Open handoff
            </TextLink>
          )}
        </span>
      </p>
      <CodeBlock label={`Line ${lineNumber} of ${file}`}>
        {isCut.before && "… "}
        {at < 0 ? (
          part
        ) : (
          <>
            {part.slice(0, at)}
            <CodeMark tone="accent">{part.slice(at, at + text.length)}</CodeMark>
            {part.slice(at + text.length)}
          </>
        )}
        {isCut.after && " …"}
      </CodeBlock>
    </article>
  );
}
