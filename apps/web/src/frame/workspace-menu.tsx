"use client";

import { useOnDemand } from "@baton/ui/use-on-demand";
import { WorkspaceButton } from "./workspace-button";

/** Shows the current workspace, and links to the others. */
export function WorkspaceMenu({ workspace, name }: { workspace: string; name: string }) {
  const [OpenMenu, loadMenu] = useOnDemand(
    async () => (await import("./open-workspace-menu")).OpenWorkspaceMenu,
  );
  return OpenMenu ? (
    <OpenMenu workspace={workspace} name={name} />
  ) : (
    <WorkspaceButton name={name} aria-haspopup="menu" onClick={loadMenu} />
  );
}
