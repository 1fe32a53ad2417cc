"use client";

import { PendingBar } from "@baton/ui/layout/pending-bar";
import type { AnchorProps } from "@baton/ui/primitives/anchor";
import Link, { useLinkStatus } from "next/link";

/** Links within the app. Does not prefetch, because lists would fetch a page for each row. */
export function AppLink({ children, ...props }: AnchorProps) {
  return (
    <Link prefetch={false} {...props}>
      {children}
      <Pending />
    </Link>
  );
}

/**
 * Shows that the requested page is loading. Pages are not streamed, so that their response has the right
 * status.
 */
function Pending() {
  return useLinkStatus().pending && <PendingBar />;
}
