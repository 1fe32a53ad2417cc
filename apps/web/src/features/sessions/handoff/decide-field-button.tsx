"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { Button } from "@baton/ui/primitives/button";
import { Ban, Check } from "lucide-react";
import { useDraftEdit } from "@/features/policies/draft/use-draft-edit";
import { addressOf, withQuery } from "@/frame/pages";

interface DecideFieldButtonProps {
  workspace: string;
  from: string;
  to: string;
  /** The field, as in the outline, and all fields of the handoff. */
  path: string;
  seen: readonly string[];
  /** True if the field passed: the button blocks it. Otherwise, it allows the field. */
  hasPassed: boolean;
}

/** Blocks or allows a field of a handoff for its pair in the policy draft, and opens the draft. */
export function DecideFieldButton({ workspace, from, to, path, seen, hasPassed }: DecideFieldButtonProps) {
  const draft = useDraftEdit(workspace);
  if (!draft) return null;
  const pair = `${isolateName(from)} → ${isolateName(to)}`;
  const [verb, verbs] = hasPassed ? ["Block", "blocks"] : ["Allow", "allows"];
  const decide = () =>
    draft.change({
      edit: async (content) => {
        const { decideField } = await import("@/features/policies/draft/decide-field");
        const choice = hasPassed ? "block" : "pass";
        const decided = decideField(content, { from, to, path, seen, choice }, Date.now());
        const policies = addressOf(workspace, "policies");
        return decided && { content: decided.content, href: withQuery(policies, { rule: decided.ruleId }) };
      },
      done: `The draft now ${verbs} ${path} for ${pair}`,
      unchanged: `It already ${verbs} ${path} for ${pair}, or the mode or another rule decides it.`,
    });
  const label = `${verb} ${path} for ${pair}`;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={label}
      title={label}
      disabled={draft.isPending}
      onClick={decide}
    >
      {hasPassed ? <Ban className="size-3.5" aria-hidden /> : <Check className="size-3.5" aria-hidden />}
      {verb}
    </Button>
  );
}
