"use client";

import type { HandoffMode, OutlineEntry } from "@baton/core";
import { Button } from "@baton/ui/primitives/button";
import { FlaskConical } from "lucide-react";
import { useDraftEdit } from "@/features/policies/draft/use-draft-edit";
import { addressOf } from "@/frame/pages";

interface AddTestButtonProps {
  workspace: string;
  handoff: { from: string; to: string; mode: HandoffMode | null; occurredAt: Date };
  outline: readonly OutlineEntry[];
}

/** Adds a policy test to the draft: the fields of this handoff, and what became of them. Copies no content. */
export function AddTestButton({ workspace, handoff, outline }: AddTestButtonProps) {
  const draft = useDraftEdit(workspace);
  if (!draft) return null;
  const add = () =>
    draft.change({
      edit: async (content) => {
        const { addTest, testOfHandoff } = await import("@/features/policies/draft/test-of-handoff");
        const changed = addTest(content, testOfHandoff({ ...handoff, outline }));
        return changed && { content: changed, href: addressOf(workspace, "policies", "tests") };
      },
      done: "The draft has a test of this handoff",
      unchanged: "It already has a test of this handoff, or the handoff has no fields to test.",
    });
  return (
    <Button disabled={draft.isPending} onClick={add}>
      <FlaskConical aria-hidden className="size-3.5" />
      Add as policy test
    </Button>
  );
}
