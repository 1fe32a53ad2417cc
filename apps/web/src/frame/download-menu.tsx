"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import { DownloadButton } from "./download-button";
import type { DownloadMenuProps } from "./open-download-menu";

/** Shows a button that offers a file in a few formats. */
export function DownloadMenu(props: DownloadMenuProps) {
  const [OpenMenu, load] = useOnDemand(async () => (await import("./open-download-menu")).OpenDownloadMenu);
  return OpenMenu ? (
    <OpenMenu {...props} />
  ) : (
    <DownloadButton label={props.label} aria-haspopup="menu" onClick={load} />
  );
}
