"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import { DownloadButton } from "./download-button";

export type DownloadMenuProps = {
  /** What the button says. */
  label: string;
  /** The route that gives the file, with what it is narrowed to. */
  href: string;
  formats: readonly { format: string; label: string }[];
};

/** A button that offers a file in a few formats. */
export function DownloadMenu(props: DownloadMenuProps) {
  const [OpenMenu, load] = useOnDemand(async () => (await import("./open-download-menu")).OpenDownloadMenu);
  return OpenMenu ? (
    <OpenMenu {...props} />
  ) : (
    <DownloadButton label={props.label} aria-haspopup="menu" onClick={load} />
  );
}
