import { PairLinks } from "@/features/traffic/subject-link";

/** Pairs named at most. */
const FEW = 3;

/** The first pairs of agents, and how many more there are. */
export function FewPairs({ pairs }: { pairs: readonly { from: string; to: string }[] }) {
  const more = pairs.length - FEW;
  return (
    <>
      {pairs.slice(0, FEW).map(({ from, to }) => (
        <span key={`${from} ${to}`} className="mr-3">
          <PairLinks from={from} to={to} />
        </span>
      ))}
      {more > 0 && `and ${more === 1 ? "1 more pair" : `${more} more pairs`}`}
    </>
  );
}
