"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { withBasePath } from "@/base-path";
import { DownloadButton } from "./download-button";

export type DownloadMenuProps = {
  /** Label of the button. */
  label: string;
  /** Route of the file, with its filters. */
  href: string;
  formats: readonly { format: string; label: string }[];
};

/** Shows the formats of a file. Initially open, because the click that loaded it asked for that. */
export function OpenDownloadMenu({ label, href, formats }: DownloadMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <DownloadButton label={label} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {formats.map((each) => (
          <DropdownMenuItem key={each.format} asChild>
            <a href={`${withBasePath(href)}${href.includes("?") ? "&" : "?"}format=${each.format}`} download>
              {each.label}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
