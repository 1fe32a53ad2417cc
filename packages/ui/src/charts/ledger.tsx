import type { ReactNode } from "react";
import { cn } from "../cn";
import { Anchor } from "../primitives/anchor";
import { Dot } from "../primitives/dot";
import { Name } from "../primitives/name";
import type { ChartColour } from "./colour";

export type LedgerRow = {
  id: string;
  label: ReactNode;
  /** Colour of the series; without one, the row keeps the same indent. */
  colour?: ChartColour;
  /** Formatted, with units. */
  value: string;
  share?: string;
  href?: string;
};

export type LedgerSum = Omit<LedgerRow, "colour"> & {
  /** A step between totals (summarizer tokens), shown lighter and without a line above. */
  isStep?: boolean;
};

export type LedgerProps = {
  /** Name of the total ("Saved per cause, 30 days"). */
  caption: string;
  /** From the top of the stack to the bottom. */
  rows: readonly LedgerRow[];
  /** Totals below the rows: gross, cost, net. */
  sums?: readonly LedgerSum[];
};

/** Draws a legend with the value and share of each colour, and their total. */
export function Ledger({ caption, rows, sums = [] }: LedgerProps) {
  const hasShares = [...rows, ...sums].some((row) => row.share !== undefined);
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} hasShares={hasShares} className="border-line border-b" />
        ))}
      </tbody>
      {sums.length > 0 && (
        <tfoot>
          {sums.map((sum, index) => (
            <Row
              key={sum.id}
              row={sum}
              hasShares={hasShares}
              isStep={sum.isStep}
              className={cn(
                !sum.isStep && "font-semibold",
                index > 0 && !sum.isStep && "border-line border-t",
              )}
            />
          ))}
        </tfoot>
      )}
    </table>
  );
}

function Row({
  row,
  hasShares,
  isStep = false,
  className,
}: {
  row: LedgerRow;
  hasShares: boolean;
  isStep?: boolean;
  className: string;
}) {
  const cell = cn("py-[5px] pl-2.5 leading-[18px]", className);
  return (
    <tr className={cn("relative", row.href && "hover:bg-surface-2")}>
      <td className={cn(cell, "w-2.5 pl-0")}>{row.colour && <Dot colour={row.colour} />}</td>
      <th
        scope="row"
        className={cn(
          cell,
          "w-full min-w-[12ch] max-w-0 text-left font-normal",
          className,
          isStep && "text-text-2",
        )}
      >
        {row.href === undefined ? (
          <Name>{row.label}</Name>
        ) : (
          <Anchor href={row.href} className="after:absolute after:inset-0 hover:no-underline">
            <Name>{row.label}</Name>
          </Anchor>
        )}
      </th>
      <td className={cn(cell, "whitespace-nowrap text-right", isStep && "text-text-2")}>{row.value}</td>
      {hasShares && (
        <td className={cn(cell, "w-16 whitespace-nowrap text-right font-normal text-text-3")}>{row.share}</td>
      )}
    </tr>
  );
}
