import { formatCount } from "@baton/ui/format/number";
import type { ReactNode } from "react";

/** Placeholder of a value that was not recorded, which differs from zero. */
const NOT_RECORDED = "not recorded";

/** Formats a size in tokens, or states that it was not recorded. */
export function formatSize(tokens: number | null): string {
  return tokens === null ? NOT_RECORDED : formatCount(tokens);
}

/** Shows in a table that a value is missing, or the reason. */
export function NotRecorded({ children = NOT_RECORDED }: { children?: ReactNode }) {
  return <span className="font-sans text-text-3">{children}</span>;
}
