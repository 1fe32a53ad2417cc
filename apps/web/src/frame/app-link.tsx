"use client";

import { PendingBar } from "@baton/ui/layout/pending-bar";
import type { AnchorProps } from "@baton/ui/primitives/anchor";
import Link, { useLinkStatus } from "next/link";

/** Links within the app. Not fetched before they are pressed: lists would fetch a page for each row. */
export function AppLink({ children, ...props }: AnchorProps) {
  return (
    <Link prefetch={false} {...props}>
      {children}
      <Pending />
    </Link>
  );
}

/**
 * While the page that was asked for is on its way. Pages come whole, so that their
 * answer says by its status what became of them.
 */
function Pending() {
  return useLinkStatus().pending && <PendingBar />;
}
