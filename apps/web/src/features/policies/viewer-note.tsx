"use client";

import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Link2 } from "lucide-react";
import { useCopy } from "@/frame/use-copy";

/** Tells a viewer why the policy has no edit buttons, and how to have it changed. */
export function ViewerNote() {
  const copy = useCopy();
  return (
    <Finding tone="info" title="You can read this policy, but not change it">
      Editors and owners of this workspace change it. Send one of them the link to this page: it opens the
      rule and the search that you see.
      <span className="mt-2 block">
        <Button size="sm" onClick={() => void copy(window.location.href)}>
          <Link2 className="size-3.5" aria-hidden />
          Copy the link
        </Button>
      </span>
    </Finding>
  );
}
