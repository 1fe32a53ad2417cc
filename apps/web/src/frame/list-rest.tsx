import { formatCount } from "@baton/ui/format/number";
import type { FirstOf } from "@/server/keep-first";

/**
 * The last item of a list of which only the first ones are shown: how
 * many more there are. Nothing where all are.
 */
export function ListRest({ of: { first, count } }: { of: FirstOf<unknown> }) {
  if (count === first.length) return null;
  return <li className="text-text-2">and {formatCount(count - first.length)} more</li>;
}
