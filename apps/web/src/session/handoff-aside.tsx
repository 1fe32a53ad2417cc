"use client";

import { formatCount, formatDuration, formatPercent } from "@baton/ui/format/number";
import { formatTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Dot } from "@baton/ui/primitives/dot";
import { Arrow, FromTo } from "@baton/ui/primitives/from-to";
import { X } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { HandoffBadges } from "@/handoff/handoff-badges";
import { CAUSE_LOOKS } from "@/handoff/outcomes";
import { savingsOf } from "@/handoff/savings";
import { formatSize, type SessionHandoff, savedShare } from "./handoff-table";

export interface HandoffAsideProps {
  handoff: SessionHandoff;
  number: number;
  address: { workspace: string; session: string };
  onClose: () => void;
}

/** The handoff that was picked out, beside the drawing. */
export function HandoffAside({ handoff, number, address, onClose }: HandoffAsideProps) {
  const timeZone = useTimeZone();
  const facts = [
    { label: "Rule", value: handoff.ruleId ? <code>{handoff.ruleId}</code> : "none" },
    ...(handoff.policyVersion
      ? [
          {
            label: "Policy",
            value: <code title={handoff.policyVersion}>{handoff.policyVersion.slice(0, 8)}</code>,
          },
        ]
      : []),
    ...(handoff.translationStrategies.length > 0
      ? [{ label: "Translation", value: handoff.translationStrategies.join(", ").replaceAll("_", " ") }]
      : []),
    ...(handoff.toModel ? [{ label: "Model", value: <code>{handoff.toModel}</code> }] : []),
    {
      label: "At",
      value: `${formatTime(handoff.occurredAt, timeZone, { isExact: true })}${handoff.durationMicroseconds === null ? "" : `, took ${formatDuration(handoff.durationMicroseconds / 1000)}`}`,
    },
  ];
  return (
    <Panel aria-label={`Handoff ${number}`} className="xl:sticky xl:top-16">
      <PanelHead
        hasLine
        title={
          <span className="flex items-center gap-2">
            <Badge tone="accent">{number}</Badge>
            <FromTo from={handoff.fromAgent} to={handoff.toAgent} className="whitespace-normal" />
          </span>
        }
        actions={
          <Button variant="ghost" size="icon-sm" aria-label="Close" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </Button>
        }
      />
      <PanelBody className="flex flex-col gap-4 pt-4">
        <p className="flex flex-wrap items-baseline gap-x-1">
          <span className="text-text-2 text-xl">{formatSize(handoff.beforeTokens)}</span>
          <Arrow />
          <span className="font-semibold text-2xl">{formatSize(handoff.afterTokens)}</span>
          <span className="text-text-2">tokens</span>
          <span className="ml-auto font-semibold">{savedShare(handoff)}</span>
        </p>
        <Ledger handoff={handoff} />
        <div className="flex flex-wrap gap-1.5">
          <HandoffBadges handoff={handoff} />
        </div>
        <KeyValues labelWidth={92} items={facts} />
        <Button asChild variant="primary" className="self-start">
          <Anchor
            href={addressOf(address.workspace, "sessions", address.session, "handoffs", handoff.eventId)}
          >
            Open handoff
          </Anchor>
        </Button>
      </PanelBody>
    </Panel>
  );
}

/** What passed and what did not, by cause; the lines add up to the size before. */
function Ledger({ handoff }: { handoff: SessionHandoff }) {
  const savings = savingsOf(handoff);
  const before = handoff.beforeTokens;
  if (savings.length === 0 || handoff.afterTokens === null || !before) return null;
  const lines = [
    { key: "passed", label: "Passed", colour: "q0" as const, tokens: handoff.afterTokens },
    ...savings.map(({ cause, tokens }) =>
      cause === "added"
        ? { key: cause, label: "Added by translation", colour: "text-3" as const, tokens }
        : { key: cause, ...CAUSE_LOOKS[cause], tokens },
    ),
  ];
  return (
    <dl className="flex flex-col">
      {lines.map(({ key, label, colour, tokens }) => (
        <div key={key} className="flex items-center gap-2 border-line border-b py-1 last:border-b-0">
          <Dot colour={colour} />
          <dt>{label}</dt>
          <dd className="ml-auto">{formatCount(tokens)}</dd>
          <dd className="w-14 text-right text-text-3">{formatPercent(tokens / before)}</dd>
        </div>
      ))}
    </dl>
  );
}
