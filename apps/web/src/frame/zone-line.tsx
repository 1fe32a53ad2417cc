"use client";

import { Anchor } from "@baton/ui/primitives/anchor";
import { addressOf } from "./pages";
import { useTimeZone } from "./time-zone";

/** In which zone all times of a page are, said once for all of them, and the way to where one chooses it. */
export function ZoneLine({ workspace }: { workspace: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      Times are in <Anchor href={addressOf(workspace, "settings")}>{useTimeZone()}</Anchor>
    </span>
  );
}
