"use client";

import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { Bookmark } from "lucide-react";
import { useOnDemand } from "@/frame/use-on-demand";
import type { SavingsViewParams } from "@/search/savings-view";

export type SavedViewsProps = {
  workspace: string;
  /** As the address has them now. */
  params: SavingsViewParams;
};

/** Opens what is kept under a name. */
export function SavedViewsButton(props: SavedViewsProps) {
  const [SavedViews, load] = useOnDemand(async () => (await import("./saved-views")).SavedViews);
  return SavedViews ? <SavedViews {...props} /> : <ViewsButton aria-haspopup="dialog" onClick={load} />;
}

export function ViewsButton(props: ButtonProps) {
  return (
    <Button {...props}>
      <Bookmark className="size-3.5" aria-hidden />
      Views
    </Button>
  );
}
