import type { AlertLevel } from "@baton/core/tokens";
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
 * Shows the used share of the handoff's budgets, the receiver's window,
 * and source size ÷ manifest size.
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
            label="Receiver’s context window"
            share={context.utilization}
            mark={context.targetShare}
            tone={context.utilization > context.targetShare ? "danger" : "ok"}
            value={`${formatPercent(context.utilization)} of ${formatCount(context.windowTokens)}`}
            note={`Includes ${formatCount(context.systemPromptTokens)} reserved for the system prompt and ${formatCount(context.historyTokens)} for history; target ${formatPercent(context.targetShare)}.`}
          />
        </PanelBody>
      </Panel>
      <Panel aria-label="Compression">
        <PanelHead title="Compression" />
        <PanelBody>
          <KeyValues
            labelWidth={112}
            items={[
              { label: "Manifest only", value: <Ratio compression={compression} /> },
              {
                label: "With reading",
                value: compression.ofHandoff === null ? "unknown" : formatRatio(compression.ofHandoff),
              },
              {
                label: "Sources",
                value:
                  compression.detailTokens === null
                    ? "some sources could not be counted"
                    : `${formatCount(compression.detailTokens)} tokens`,
              },
              {
                label: "Target",
                value: `${formatRatio(compression.target)} from ${formatCount(compression.fromTokens)} source tokens`,
              },
            ]}
          />
        </PanelBody>
      </Panel>
    </>
  );
}

function Ratio({ compression: { ofManifest, isLow, isChecked } }: { compression: Budget["compression"] }) {
  if (ofManifest === null) return "unknown";
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{formatRatio(ofManifest)}</span>
      {isLow ? (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
          low
        </Badge>
      ) : (
        !isChecked && <span className="text-sm text-text-3">sources too short to compare</span>
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
      note={isKnown ? undefined : "Files are not included because Baton did not open them."}
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
