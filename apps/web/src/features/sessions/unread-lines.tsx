"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Anchor } from "@baton/ui/primitives/anchor";
import { TriangleAlert } from "lucide-react";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";

/** Warns that lines of a session's files are in quarantine, so that handoffs may be missing. */
export function UnreadLines({
  files,
  workspace,
}: {
  files: RouterOutputs["sessions"]["get"]["files"];
  workspace: string;
}) {
  const count = files.first.reduce((sum, file) => sum + file.quarantinedLines, 0);
  if (count === 0) return null;
  return (
    <p role="note" className="flex items-start gap-2 text-danger text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {formatCountOf(count, "line")} of this session could not be imported. Handoffs may be missing here and
        in all metrics.{" "}
        <Anchor className="underline" href={addressOf(workspace, "ingest")}>
          See why
        </Anchor>
      </span>
    </p>
  );
}
