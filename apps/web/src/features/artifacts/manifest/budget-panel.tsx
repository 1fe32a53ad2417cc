import type { AlertLevel } from "@baton/core";
import { formatCount, formatPercent, formatRatio } from "@baton/ui/format/number";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { BudgetBar } from "@baton/ui/primitives/budget-bar";
import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import type { RouterOutputs } from "@/server/root";

type Budget = RouterOutputs["manifests"]["get"]["budget"];

const TONES = { ok: "ok", warning: "warn", critical: "warn", exceeded: "danger" } as const;

/**
 * How much of its budgets the handoff takes, how full it leaves the receiver,
 * and how much shorter it is than its sources.
 */
export function BudgetPanel({ budget }: { budget: Budget }) {
  const { manifest, required, handoff, context, compression, areFilesKnown } = budget;
  return (
    <>
      <Panel aria-label="Budget">
        <PanelHead title="Budget" note="tokens, cl100k_base" />
        <PanelBody className="flex flex-col gap-3">
          <BudgetLine label="Manifest" use={manifest} />
          <BudgetLine label="Required reading" use={required} isKnown={areFilesKnown} />
          <BudgetLine label="Whole handoff" use={handoff} isKnown={areFilesKnown} />
          <BudgetBar
            label="Receiver’s window"
            share={context.utilization}
            mark={context.targetShare}
            tone={context.utilization > context.targetShare ? "danger" : "ok"}
            value={`${formatPercent(context.utilization)} of ${formatCount(context.windowTokens)}`}
            note={`With ${formatCount(context.systemPromptTokens)} for a system prompt and ${formatCount(context.historyTokens)} for history, as planned; target ${formatPercent(context.targetShare)}.`}
          />
        </PanelBody>
      </Panel>
      <Panel aria-label="Compression">
        <PanelHead title="Compression" />
        <PanelBody>
          <KeyValues
            labelWidth={112}
            items={[
              { label: "Of the manifest", value: <Ratio compression={compression} /> },
              {
                label: "With reading",
                value: compression.ofHandoff === null ? "not known" : formatRatio(compression.ofHandoff),
              },
              {
                label: "Sources",
                value:
                  compression.detailTokens === null
                    ? "not all could be counted"
                    : `${formatCount(compression.detailTokens)} tokens`,
              },
              {
                label: "Target",
                value: `${formatRatio(compression.target)} from ${formatCount(compression.fromTokens)} tokens of sources on`,
              },
            ]}
          />
        </PanelBody>
      </Panel>
    </>
  );
}

function Ratio({ compression: { ofManifest, isLow, isJudged } }: { compression: Budget["compression"] }) {
  if (ofManifest === null) return "not known";
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{formatRatio(ofManifest)}</span>
      {isLow ? (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          low
        </Badge>
      ) : (
        !isJudged && <span className="text-sm text-text-3">sources too short to judge</span>
      )}
    </span>
  );
}

function BudgetLine({
  label,
  use: { tokens, limitTokens, utilization, level },
  isKnown = true,
}: {
  label: string;
  use: Budget["manifest"];
  isKnown?: boolean;
}) {
  return (
    <BudgetBar
      label={label}
      share={utilization}
      tone={TONES[level]}
      value={`${formatCount(tokens)} of ${formatCount(limitTokens)}`}
      badge={<LevelBadge level={level} />}
      note={isKnown ? undefined : "Without the files, which were not opened."}
    />
  );
}

function LevelBadge({ level }: { level: AlertLevel }) {
  const icon =
    level === "ok" ? (
      <Check aria-hidden />
    ) : level === "exceeded" ? (
      <CircleAlert aria-hidden />
    ) : (
      <TriangleAlert aria-hidden />
    );
  return (
    <Badge tone={TONES[level]} icon={icon}>
      {level}
    </Badge>
  );
}
