"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import type { SavedViewsProps } from "./saved-views";
import { ViewsButton } from "./views-button";

/** Opens the saved views of a page, whose code loads on the first click. */
export function SavedViewsButton(props: SavedViewsProps) {
  const [SavedViews, load] = useOnDemand(async () => (await import("./saved-views")).SavedViews);
  return SavedViews ? <SavedViews {...props} /> : <ViewsButton aria-haspopup="dialog" onClick={load} />;
}
