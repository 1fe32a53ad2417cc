import { formatCount } from "@baton/ui/format/number";
import type { ReactNode } from "react";

/** In place of a figure that nobody wrote down, which is not zero. */
const NOT_RECORDED = "not recorded";

/** A size in tokens, or that it was not recorded. */
export function formatSize(tokens: number | null): string {
  return tokens === null ? NOT_RECORDED : formatCount(tokens);
}

/** Says in a table, lightly, that there is no figure; or in other words why. */
export function NotRecorded({ children = NOT_RECORDED }: { children?: ReactNode }) {
  return <span className="font-sans text-text-3">{children}</span>;
}
