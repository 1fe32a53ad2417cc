"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["handoffs"]["get"];

type ManifestsPanelProps = Pick<Found, "manifests" | "reads" | "handoff"> & { workspace: string };

/**
 * Shows the manifests passed between the two agents of a handoff, and the receiver's
 * reads; empty without manifests.
 */
export function ManifestsPanel({ manifests, reads, handoff, workspace }: ManifestsPanelProps) {
  if (manifests.length + reads.length === 0) return null;
  return (
    <Panel aria-label="Manifest and required reading">
      <PanelHead
        title="Manifest and required reading"
        note={`for ${isolateName(handoff.toAgent)}, in this session`}
      />
      <PanelBody>
        <ul className="flex flex-col gap-1.5">
          {manifests.map(({ eventId, artifact, manifestId, errorCount, warningCount, manifestTokens }) => (
            <li key={`${eventId} ${artifact}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {manifestId === null ? (
                  <code>{artifact}</code>
                ) : (
                  <TextLink href={addressOf(workspace, "manifests", manifestId)}>{artifact}</TextLink>
                )}
              </span>
              {errorCount ? <Badge tone="danger">{formatCountOf(errorCount, "error")}</Badge> : null}
              {warningCount ? <Badge tone="warn">{warningCount} warnings</Badge> : null}
              <Tokens tokens={manifestTokens} />
            </li>
          ))}
          {reads.map(({ eventId, path, reason, tokens }) => (
            <li key={eventId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0">
                <Name isCode isWhole>
                  {path}
                </Name>
              </span>
              <span className="text-text-3">{reason.replaceAll("_", " ")}</span>
              <Tokens tokens={tokens} />
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}

function Tokens({ tokens }: { tokens: number | null }) {
  return (
    <span className="ml-auto whitespace-nowrap text-text-2">
      {tokens === null ? "not recorded" : `${formatCount(tokens)} tokens`}
    </span>
  );
}
