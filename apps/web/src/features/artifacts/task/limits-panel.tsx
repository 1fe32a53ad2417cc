import { formatCount } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { BudgetBar } from "@baton/ui/primitives/budget-bar";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["tasks"]["get"];

/** Shows the used share of each limit, and the expected use. */
export function LimitsPanel({ attempt, limits }: Pick<Found, "attempt" | "limits">) {
  const { tokenBudget, actualTokens, estimatedTokens } = attempt;
  return (
    <>
      {limits && (
        <Panel aria-label="Limits">
          <PanelHead title="Limits" />
          <PanelBody className="flex flex-col gap-3">
            {limits.map(({ label, used, limit, unit }) => (
              <BudgetBar
                key={label}
                label={label}
                share={used / limit}
                tone={used > limit ? "danger" : "ok"}
                value={`${used > limit ? "▲ " : ""}${formatCount(used)} of ${formatCount(limit)} ${unit}`}
              />
            ))}
          </PanelBody>
        </Panel>
      )}
      <Panel aria-label="Estimate and use">
        <PanelHead title="Estimate and use" note="tokens" />
        <PanelBody className="flex flex-col gap-3">
          {tokenBudget !== null && actualTokens !== null && tokenBudget > 0 ? (
            <BudgetBar
              label="Used of its budget"
              share={actualTokens / tokenBudget}
              tone={actualTokens > tokenBudget ? "danger" : "ok"}
              value={`${actualTokens > tokenBudget ? "▲ " : ""}${formatCount(actualTokens)} of ${formatCount(tokenBudget)}`}
              {...(estimatedTokens !== null && {
                mark: estimatedTokens / tokenBudget,
                note: `${formatCount(estimatedTokens)} estimated (line).`,
              })}
            />
          ) : (
            <p className="text-text-2">
              {tokenBudget !== null && `Budget: ${formatCount(tokenBudget)}. `}
              {estimatedTokens !== null && `${formatCount(estimatedTokens)} estimated. `}
              {actualTokens === null ? "Usage not recorded." : `Used ${formatCount(actualTokens)}.`}
            </p>
          )}
        </PanelBody>
      </Panel>
    </>
  );
}
