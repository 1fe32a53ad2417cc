"use client";

import { formatBytes, formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { Finding } from "@baton/ui/layout/finding";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Check, CircleAlert, RotateCw } from "lucide-react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { nameFormat } from "@/frame/name-format";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";
import { adviseOn, nameReason } from "./quarantine-reasons";

export type QuarantinedLine = RouterOutputs["ingest"]["quarantine"]["lines"][number];

type QuarantinedLinePanelProps = {
  workspace: string;
  line: QuarantinedLine;
  timeZone: string;
  /** Null if the user may not replay lines. */
  onReplay: ((line: { sourceFileId: number; generation: number; sequence: number }) => void) | null;
  isPending: boolean;
};

/**
 * Shows one line that is not an event: the problem, the next step, the
 * line, its position, and the result of a replay.
 */
export function QuarantinedLinePanel({
  workspace,
  line,
  timeZone,
  onReplay,
  isPending,
}: QuarantinedLinePanelProps) {
  const { path, lineNumber, code, reason, replayedAt, sourceFileId, generation, sequence } = line;
  return (
    <Panel aria-label="Selected line">
      <PanelHead
        title={
          <span className="[overflow-wrap:anywhere]">
            {path.split("/").at(-1)}, line {formatCount(lineNumber)}
          </span>
        }
        actions={
          replayedAt === null ? (
            <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
              {nameReason(code)}
            </Badge>
          ) : (
            <Badge tone="ok" icon={<Check aria-hidden />}>
              replayed
            </Badge>
          )
        }
        hasLine
      />
      <PanelBody className="flex flex-col gap-3 pt-3">
        {replayedAt === null ? (
          <div>
            <p className="font-medium [overflow-wrap:anywhere]">{toSentence(reason)}</p>
            <p className="text-text-2">{adviseOn(code)}</p>
          </div>
        ) : (
          <ReplayedNote workspace={workspace} line={line} timeZone={timeZone} />
        )}
        <LineText line={line} />
        {replayedAt === null && line.replayMessage !== null && (
          <Finding tone="warn">
            {line.replayMessage} Tried {line.tryCount === 1 ? "once" : `${formatCount(line.tryCount)} times`}.
          </Finding>
        )}
        <KeyValues items={listFacts(line, timeZone)} />
        {replayedAt === null && (
          <p className="text-sm text-text-3">
            A fixed line stays here until {onReplay ? "you replay it" : "an editor replays it"}.
          </p>
        )}
        {replayedAt === null && onReplay && (
          <Button
            variant="primary"
            className="self-start"
            disabled={isPending}
            onClick={() => onReplay({ sourceFileId, generation, sequence })}
          >
            <RotateCw className="size-3.5" aria-hidden /> Replay this line
          </Button>
        )}
      </PanelBody>
    </Panel>
  );
}

function ReplayedNote({
  workspace,
  line: { replayedAt, replayedBy, replayMessage, replayedEventId, session },
  timeZone,
}: Pick<QuarantinedLinePanelProps, "workspace" | "line" | "timeZone">) {
  return (
    <Finding tone="ok" title={`Replayed by ${replayedBy}`}>
      {replayMessage} {replayedAt && formatDateTime(replayedAt, timeZone)}.{" "}
      {session === null ? (
        <>
          Event <code className="[overflow-wrap:anywhere]">{replayedEventId}</code>
        </>
      ) : (
        <TextLink href={addressOf(workspace, "sessions", session)}>Open session</TextLink>
      )}
    </Finding>
  );
}

function LineText({ line: { text, lineNumber, byteLength } }: Pick<QuarantinedLinePanelProps, "line">) {
  if (text === null) return <p className="text-text-2">Not available: content storage is off.</p>;
  const keptBytes = new TextEncoder().encode(text).length;
  return (
    <div>
      <CodeBlock label={`Line ${lineNumber}`}>{text}</CodeBlock>
      {byteLength > keptBytes + SLACK && (
        <p className="mt-1 text-sm text-text-3">
          The first {formatBytes(keptBytes)} of {formatBytes(byteLength)}. A replay reads the full line from
          the file.
        </p>
      )}
    </div>
  );
}

/** Masking shortens a text a little, which does not count as a cut. */
const SLACK = 1_024;

function listFacts(line: QuarantinedLine, timeZone: string) {
  const { path, sequence, byteLength, quarantinedAt, sha256, format, generation } = line;
  return [
    {
      label: "File",
      value: (
        <Name isCode isWhole>
          {path}
        </Name>
      ),
    },
    {
      label: "Bytes",
      value: `${formatCount(sequence)} to ${formatCount(sequence + byteLength)} (${formatBytes(byteLength)})`,
    },
    {
      label: "Format",
      value: `${nameFormat(format)}${generation > 0 ? `, content ${generation + 1} of this file` : ""}`,
    },
    { label: "First seen", value: formatDateTime(quarantinedAt, timeZone, { isExact: true }) },
    { label: "SHA-256", value: <code className="[overflow-wrap:anywhere]">{sha256}</code> },
  ];
}
