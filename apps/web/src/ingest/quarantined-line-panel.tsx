"use client";

import { formatBytes, formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { CodeBlock } from "@baton/ui/layout/code-block";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { CircleAlert } from "lucide-react";
import type { RouterOutputs } from "@/server/root";

export type QuarantinedLine = RouterOutputs["ingest"]["quarantine"]["lines"][number];

/** One line that is no event: what is wrong with it, the line, and where it stands. */
export function QuarantinedLinePanel({ line, timeZone }: { line: QuarantinedLine; timeZone: string }) {
  const { path, lineNumber, code, reason, text, byteLength, sequence, quarantinedAt, sha256 } = line;
  return (
    <Panel aria-label="The chosen line">
      <PanelHead
        title={
          <span className="[overflow-wrap:anywhere]">
            {path.split("/").at(-1)}, line {formatCount(lineNumber)}
          </span>
        }
        actions={
          <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
            {code.replaceAll("_", " ")}
          </Badge>
        }
        hasLine
      />
      <PanelBody className="flex flex-col gap-3 pt-3">
        <p className="font-medium [overflow-wrap:anywhere]">{reason}</p>
        {text === null ? (
          <p className="text-text-2">The line itself is not kept: content is not stored here.</p>
        ) : (
          <CodeBlock label={`Line ${lineNumber}`}>{text}</CodeBlock>
        )}
        <KeyValues
          items={[
            { label: "File", value: <code>{path}</code> },
            {
              label: "Bytes",
              value: `${formatCount(sequence)} to ${formatCount(sequence + byteLength)} (${formatBytes(byteLength)})`,
            },
            { label: "First seen", value: formatDateTime(quarantinedAt, timeZone, { isExact: true }) },
            { label: "SHA-256", value: <code>{sha256}</code> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
