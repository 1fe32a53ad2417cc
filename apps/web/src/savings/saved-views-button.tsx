"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import type { SavingsViewParams } from "@/search/savings-view";
import { ViewsButton } from "./views-button";

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
