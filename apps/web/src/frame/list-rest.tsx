import { formatCount } from "@baton/ui/format/number";
import type { FirstOf } from "@/server/keep-first";

/**
 * Shows the number of omitted items as the last item of a list. Empty if the list
 * is complete.
 */
export function ListRest({ of: { first, count } }: { of: FirstOf<unknown> }) {
  if (count === first.length) return null;
  return <li className="text-text-2">and {formatCount(count - first.length)} more</li>;
}
