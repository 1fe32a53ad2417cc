"use client";

import { Button } from "@baton/ui/primitives/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { Download } from "lucide-react";
import { addressOf } from "@/frame/pages";

/** The audit of a session as a file that can be read, and verified, without Baton. */
export function ExportMenu({ workspace, session }: { workspace: string; session: string }) {
  const address = (format: string) =>
    `${addressOf(workspace, "sessions", session, "export")}?format=${format}`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download className="size-3.5" aria-hidden />
          Export audit
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <a href={address("html")} download>
            To be read, as HTML
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={address("json")} download>
            For programs, as JSON
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
