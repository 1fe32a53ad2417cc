"use client";

import { Button } from "@baton/ui/primitives/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { Download } from "lucide-react";

export type DownloadMenuProps = {
  /** What the button says. */
  label: string;
  /** The route that gives the file, with what it is narrowed to. */
  href: string;
  formats: readonly { format: string; label: string }[];
};

/** A button that offers a file in a few formats. */
export function DownloadMenu({ label, href, formats }: DownloadMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download className="size-3.5" aria-hidden />
          {label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {formats.map((each) => (
          <DropdownMenuItem key={each.format} asChild>
            <a href={`${href}${href.includes("?") ? "&" : "?"}format=${each.format}`} download>
              {each.label}
            </a>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
