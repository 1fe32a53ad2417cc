import { formatCountOf } from "@baton/ui/format/number";
import { PairLinks } from "@/features/traffic/subject-link";

/** Maximum pairs to name. */
const FEW = 3;

/** Shows the first pairs of agents, and the number of others. */
export function FewPairs({ pairs }: { pairs: readonly { from: string; to: string }[] }) {
  const more = pairs.length - FEW;
  return (
    <>
      {pairs.slice(0, FEW).map(({ from, to }) => (
        <span key={`${from} ${to}`} className="mr-3 inline-block">
          <PairLinks from={from} to={to} className="wrap-anywhere whitespace-normal" />
        </span>
      ))}
      {more > 0 && `and ${formatCountOf(more, "more pair")}`}
    </>
  );
}
