"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { CodeMark } from "@baton/ui/layout/code-block";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { addressOf, withQuery } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { markWords } from "./mark-words";

/** A session with its newest matching line. The link opens the session and searches its lines. */
export function FoundSession({
  workspace,
  found,
  words,
  search,
}: {
  workspace: string;
  found: RouterOutputs["jump"]["content"]["sessions"][number];
  /** In lower case, the longest first. */
  words: readonly string[];
  search: string;
}) {
  const timeZone = useTimeZone();
  const parts = markWords(found.excerpt, words);
  return (
    <li className="relative flex flex-col gap-1 px-4 py-2.5 hover:bg-surface-2">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Anchor
          href={withQuery(addressOf(workspace, "sessions", found.sessionId), { text: words[0] ?? search })}
          className="min-w-0 font-medium after:absolute after:inset-0"
        >
          <Name>{found.title ?? found.sessionId}</Name>
        </Anchor>
        {found.isError && <Badge tone="danger">error</Badge>}
        <span className="ml-auto text-sm text-text-3 max-sm:ml-0">
          {formatCountOf(found.lineCount, "line")} · <DateTime at={found.occurredAt} timeZone={timeZone} />
        </span>
      </p>
      <p className="text-sm text-text-2 [overflow-wrap:anywhere]">
        {found.isCutBefore && "… "}
        <bdi>
          {parts.map(({ text, isMatch }, index) =>
            isMatch ? (
              <CodeMark key={index} tone="accent">
                {text}
              </CodeMark>
            ) : (
              <span key={index}>{text}</span>
            ),
          )}
        </bdi>
      </p>
      <p className="truncate text-text-3 text-xs">
        <code>{found.eventType}</code>, line {found.lineNumber} of <code>{found.path}</code>
      </p>
    </li>
  );
}
