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
import type { RouterInputs } from "@/server/root";

/** The log as a file: the rows that are listed for a spreadsheet, or all with their chain for whoever verifies it. */
export function ExportMenu({ input: { workspace, ...filter } }: { input: RouterInputs["audit"]["list"] }) {
  const address = (format: string) => {
    const query = new URLSearchParams({ format });
    for (const [name, value] of Object.entries(filter)) if (typeof value === "string") query.set(name, value);
    return `${addressOf(workspace, "audit", "export")}?${query}`;
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Download className="size-3.5" aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem asChild>
          <a href={address("csv")} download>
            These rows, as CSV
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={address("jsonl")} download>
            All rows with their hashes, as JSON lines
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
