"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { Button } from "@baton/ui/primitives/button";
import { Ban } from "lucide-react";
import { useDraftEdit } from "@/features/policies/draft/use-draft-edit";
import { addressOf, withQuery } from "@/frame/pages";

interface BlockFieldButtonProps {
  workspace: string;
  /** The pair, and the name of the field. */
  flow: { fromAgent: string; toAgent: string; field: string };
  /** Shows less in a row that names the pair: "Block it", or only a sign. */
  look?: "whole" | "short" | "sign";
}

/** Blocks a field in the policy draft for a pair of agents, and opens the draft. */
export function BlockFieldButton({ workspace, flow, look = "whole" }: BlockFieldButtonProps) {
  const { fromAgent: from, toAgent: to, field } = flow;
  const draft = useDraftEdit(workspace);
  if (!draft) return null;
  const pair = `${isolateName(from)} → ${isolateName(to)}`;
  const block = () =>
    draft.change({
      edit: async (content) => {
        const { blockField } = await import("@/features/policies/draft/decide-field");
        const blocked = blockField(content, { from, to, field }, Date.now());
        const policies = addressOf(workspace, "policies");
        return blocked && { content: blocked.content, href: withQuery(policies, { rule: blocked.ruleId }) };
      },
      done: `The draft now blocks ${field} for ${pair}`,
      unchanged: `It already blocks ${field} for ${pair}.`,
    });
  const label = `Block it for ${pair}`;
  return (
    <Button
      size={look === "sign" ? "icon-sm" : "sm"}
      variant={look === "sign" ? "ghost" : "default"}
      className={look === "whole" ? "h-auto min-h-(--control-sm) shrink whitespace-normal text-left" : ""}
      disabled={draft.isPending}
      onClick={block}
      {...(look !== "whole" && { "aria-label": label, title: label })}
    >
      <Ban aria-hidden className="size-3.5" />
      {look === "whole" ? label : look === "short" && "Block it"}
    </Button>
  );
}
