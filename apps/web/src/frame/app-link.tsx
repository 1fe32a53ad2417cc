"use client";

import type { AnchorProps } from "@baton/ui/primitives/anchor";
import Link from "next/link";

/** Links within the app. Not fetched before they are pressed: lists would fetch a page for each row. */
export function AppLink(props: AnchorProps) {
  return <Link prefetch={false} {...props} />;
}
