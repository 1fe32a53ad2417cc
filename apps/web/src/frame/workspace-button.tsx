import { Dot } from "@baton/ui/primitives/dot";
import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef } from "react";

/** Shows the workspace's name as the button of the workspace menu. */
export function WorkspaceButton({ name, ...props }: ComponentPropsWithRef<"button"> & { name: string }) {
  return (
    <button
      type="button"
      aria-label={`Workspace ${name}`}
      className="flex items-center gap-2 rounded-md border border-line bg-surface px-2 py-1.5 text-left text-sm transition-colors hover:border-line-strong"
      {...props}
    >
      <Dot colour="c2" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <ChevronDown className="size-3.5" aria-hidden />
    </button>
  );
}
