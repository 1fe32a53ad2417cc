"use client";

import { formatBytes, formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Textarea } from "@baton/ui/primitives/input";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["handoffs"]["get"];

type SourcePanelProps = {
  record: Pick<Found["handoff"], "eventId" | "sequence"> & { auditNote?: string | null };
  line: (Omit<NonNullable<Found["line"]>, "isCut"> & { isCut?: boolean }) | null;
  /** Address of the line in its conversation. */
  conversationHref?: string;
};

/** Shows the file and line of a record, and the line itself. */
export function SourcePanel({ record, line, conversationHref }: SourcePanelProps) {
  const timeZone = useTimeZone();
  if (!line) {
    return (
      <Panel aria-label="Source">
        <PanelHead title="Source" />
        <PanelBody className="text-text-2">Retention has deleted this line.</PanelBody>
      </Panel>
    );
  }
  const end = record.sequence + line.byteLength;
  return (
    <Panel aria-label="Source">
      <PanelHead
        title="Source"
        actions={conversationHref && <TextLink href={conversationHref}>Read in the conversation</TextLink>}
      />
      <PanelBody className="flex flex-col gap-3">
        <KeyValues
          items={[
            {
              label: "File",
              value: (
                <Name isCode isWhole>
                  {line.path}
                </Name>
              ),
            },
            {
              label: "Line",
              value: `${formatCount(line.lineNumber)}, byte ${formatCount(record.sequence)} to ${formatCount(end)} (${formatBytes(line.byteLength)})`,
            },
            { label: "Event", value: <code>{record.eventId}</code> },
            { label: "Ingested", value: formatDateTime(line.ingestedAt, timeZone) },
            { label: "SHA-256", value: <code>{line.sha256}</code> },
            ...(line.maskedSecretCount > 0
              ? [
                  {
                    label: "Masked",
                    value: `${line.maskedSecretCount} secrets masked before storage`,
                  },
                ]
              : []),
            ...(record.auditNote ? [{ label: "Note", value: record.auditNote }] : []),
          ]}
        />
        {line.text === null ? (
          <p className="text-text-2">
            {line.problem ?? "Line not available: content storage was off when Baton imported it."}
          </p>
        ) : (
          <RawLine text={line.text} number={line.lineNumber} />
        )}
        {line.text !== null && line.isCut && (
          <p className="text-text-2">
            Showing the first {formatCount(line.text.length)} characters. The file has the full line.
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}

function RawLine({ text, number }: { text: string; number: number }) {
  const [isFormatted, setFormatted] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        readOnly
        aria-label={`Line ${number}`}
        wrap={isFormatted ? "off" : "soft"}
        rows={isFormatted ? 18 : 6}
        className="font-mono text-sm"
        value={isFormatted ? formatJson(text) : text}
      />
      <Button size="sm" className="self-start" onClick={() => setFormatted(!isFormatted)}>
        {isFormatted ? "Show original" : "Format JSON"}
      </Button>
    </div>
  );
}

/** Indents JSON; returns other text unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
