"use client";

import { Anchor } from "@baton/ui/primitives/anchor";
import { addressOf } from "./pages";
import { useTimeZone } from "./time-zone";

/** Shows the time zone of the page, and links to its setting. */
export function ZoneLine({ workspace }: { workspace: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      Times are in <Anchor href={addressOf(workspace, "settings")}>{useTimeZone()}</Anchor>
    </span>
  );
}
