import { formatCount, formatPercent } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { BudgetBar } from "@baton/ui/primitives/budget-bar";
import { ListRest } from "@/frame/list-rest";
import type { FirstOf } from "@/server/keep-first";
import type { RouterOutputs } from "@/server/root";

type Loss = RouterOutputs["compactions"]["get"]["loss"];
type ClassLoss = NonNullable<Loss>[number];

/** Maximum items to list at first; the others expand. */
const SHOWN_AT_ONCE = 12;

/** Shows the share of the original kept in the summary, by class, and the lost facts. */
export function LossPanel({ loss, hasSummary }: { loss: Loss; hasSummary: boolean }) {
  return (
    <Panel aria-label="Losses">
      <PanelHead title="Losses" note={loss && "share of the original kept in the summary"} />
      <PanelBody className="flex flex-col gap-5">
        {loss === null ? (
          <p className="text-text-2">
            Not compared:{" "}
            {hasSummary
              ? "the original text is not in the imported files, content storage is off, or the text is too large."
              : "the summary is not recorded."}{" "}
            To compare two texts yourself, run <code>baton compact summary</code>. Baton compares Claude Code
            transcripts on import.
          </p>
        ) : loss.every(({ total }) => total === 0) ? (
          <Finding tone="info">
            The original has no paths, commands, numbers, decisions or instructions.
          </Finding>
        ) : (
          loss.filter(({ total }) => total > 0).map((each) => <OneClass key={each.name} {...each} />)
        )}
      </PanelBody>
    </Panel>
  );
}

function OneClass({ label, total, kept, share, gone }: ClassLoss) {
  const lost = total - kept;
  return (
    <section aria-label={label}>
      <BudgetBar
        label={label}
        share={share ?? 0}
        tone={lost === 0 ? "ok" : "warn"}
        value={`${formatPercent(share ?? 0)} kept, ${formatCount(kept)} of ${formatCount(total)}`}
      />
      {lost > 0 && gone === null && (
        <p className="mt-1 text-sm text-text-3">
          The event does not name the {lost === 1 ? "lost item" : `${formatCount(lost)} lost items`}.
        </p>
      )}
      {gone && gone.first.length > 0 && <GoneList label={label} gone={gone} />}
    </section>
  );
}

function GoneList({ label, gone: { first, count } }: { label: string; gone: FirstOf<string> }) {
  const shown = { first: first.slice(0, SHOWN_AT_ONCE), count: Math.min(count, SHOWN_AT_ONCE) };
  const rest = { first: first.slice(SHOWN_AT_ONCE), count: count - shown.count };
  return (
    <div className="mt-1.5 text-text-2">
      <h3 className="text-sm text-text-3">Lost ({formatCount(count)})</h3>
      <Facts label={`${label}: lost`} facts={shown} />
      {rest.count > 0 && (
        <details>
          <summary className="cursor-pointer text-accent">{formatCount(rest.count)} more</summary>
          <Facts label={`More lost ${label.toLowerCase()}`} facts={rest} />
        </details>
      )}
    </div>
  );
}

function Facts({ label, facts }: { label: string; facts: FirstOf<string> }) {
  return (
    <ul aria-label={label} className="flex list-disc flex-col gap-0.5 pl-5 [overflow-wrap:anywhere]">
      {facts.first.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      <ListRest of={facts} />
    </ul>
  );
}
