import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Check, Minus } from "lucide-react";
import type { RouterOutputs } from "@/server/root";

/** Shows the parts of the score, each with all of its points or none. */
export function ScorePanel({ score }: { score: RouterOutputs["documents"]["get"]["score"] }) {
  const { total, needed, parts, voidedBy } = score;
  return (
    <Panel aria-label="Score">
      <PanelHead title="Score" note={`${total} of 100; ${needed} required`} />
      <PanelBody className="flex flex-col gap-2">
        {voidedBy && (
          <p className="text-danger">
            The score is 0: <code>{voidedBy}</code>.
          </p>
        )}
        <table className="w-full">
          <caption className="sr-only">Points by criterion</caption>
          <tbody>
            {parts.map(({ criterion, label, points, of }) => (
              <tr key={criterion}>
                <th scope="row" className="py-0.5 pr-2 text-left font-normal">
                  <span className="flex items-start gap-1.5">
                    {points > 0 ? (
                      <Check aria-hidden className="mt-0.5 size-4 flex-none text-ok" />
                    ) : (
                      <Minus aria-hidden className="mt-0.5 size-4 flex-none text-danger" />
                    )}
                    {label}
                  </span>
                </th>
                <td className="whitespace-nowrap py-0.5 text-right align-top">
                  <span className={points > 0 ? "font-medium" : "font-medium text-danger"}>{points}</span>
                  <span className="text-text-3"> of {of}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PanelBody>
    </Panel>
  );
}
