import { CAUSES } from "@baton/core";
import { grossOf, netOf, savedBy, unattributedOf } from "@baton/server/savings";
import { formatCount, formatPercent } from "@baton/ui/format/number";
import { type SavingsTotalsRow, UNTOLD } from "@/features/savings/overview/savings-chart";
import { summarizingLabel } from "@/features/savings/summarizing-label";
import { CAUSE_LOOKS } from "@/features/sessions/handoff/outcomes";

/**
 * Shows the origin of every saved token: causes, gross,
 * added tokens, summarizer tokens, net.
 */
export function ReportLedger({
  sums,
  summarizingDollars,
}: {
  sums: SavingsTotalsRow;
  summarizingDollars: number | null;
}) {
  const gross = grossOf(sums);
  const causes = [
    ...CAUSES.map((cause) => ({ label: CAUSE_LOOKS[cause].label, tokens: savedBy(sums, cause) })),
    { label: UNTOLD.label, tokens: unattributedOf(sums) },
  ]
    .filter(({ tokens }) => tokens !== 0)
    .sort((a, b) => b.tokens - a.tokens);
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Tokens saved by cause, and deductions</caption>
      <tbody>
        <Line label="Original contexts" tokens={sums.beforeTokens} />
        {causes.map(({ label, tokens }) => (
          <Line key={label} label={label} tokens={tokens} share={share(tokens, gross)} isStep />
        ))}
        <Line label="Saved, gross" tokens={gross} share={share(gross, gross)} isSum />
        <Line label="Added by transforming" tokens={sums.addedTokens} isStep />
        <Line label={summarizingLabel(summarizingDollars)} tokens={-sums.summarizerTokens} isStep />
        <Line label="Saved, net" tokens={netOf(sums)} share={share(netOf(sums), gross)} isSum />
      </tbody>
    </table>
  );
}

function share(tokens: number, gross: number): string {
  return gross > 0 ? formatPercent(tokens / gross) : "";
}

type LineProps = { label: string; tokens: number; share?: string; isStep?: boolean; isSum?: boolean };

function Line({ label, tokens, share: ofGross = "", isStep = false, isSum = false }: LineProps) {
  const weight = isSum ? "border-line-strong border-t font-semibold" : "border-line border-b";
  return (
    <tr className={`break-inside-avoid ${weight}`}>
      <th
        scope="row"
        className={`py-1 text-left ${isSum ? "font-semibold" : "font-normal"} ${isStep ? "pl-4" : ""}`}
      >
        {label}
      </th>
      <td className="whitespace-nowrap py-1 pl-2 text-right">{formatCount(tokens)}</td>
      <td className="w-20 whitespace-nowrap py-1 pl-2 text-right font-normal text-text-3">{ofGross}</td>
    </tr>
  );
}
