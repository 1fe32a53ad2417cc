"use client";

import type { Role } from "@baton/db";
import { JumpButton } from "@baton/ui/layout/jump-button";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLive } from "./live-rows";
import { addressOf, mayOpen } from "./pages";
import { ThemeButton } from "./theme-button";
import { useShortcuts, useSingleKeys } from "./use-shortcuts";

/** Shows the tools in the head of every page: jump, theme, and their keys. */
export function WorkspaceTools({ workspace, roles }: { workspace: string; roles: readonly Role[] }) {
  const router = useRouter();
  const { isPaused, pause, play } = useLive();
  const [opened, setOpened] = useState<"jump" | "list" | null>(null);
  const [areKeysOn, setKeysOn] = useSingleKeys();
  const [JumpMenu, loadJumpMenu] = useOnDemand(async () => (await import("./jump-menu")).JumpMenu);
  const [ShortcutList, loadShortcutList] = useOnDemand(
    async () => (await import("./shortcut-list")).ShortcutList,
  );

  const open = (what: "jump" | "list") => {
    setOpened(what);
    if (what === "jump") loadJumpMenu();
    else loadShortcutList();
  };
  useShortcuts(areKeysOn, (shortcut) => {
    if (shortcut.action === "go") {
      if (mayOpen(shortcut.segment, roles)) router.push(addressOf(workspace, shortcut.segment));
    } else if (shortcut.action !== "live") open(shortcut.action);
    else if (isPaused) play();
    else pause();
  });

  return (
    <>
      <JumpButton onPress={() => open("jump")} />
      <ThemeButton />
      {JumpMenu && (
        <JumpMenu
          workspace={workspace}
          roles={roles}
          isOpen={opened === "jump"}
          onOpenChange={(isOpen) => setOpened(isOpen ? "jump" : null)}
        />
      )}
      {ShortcutList && (
        <ShortcutList
          isOpen={opened === "list"}
          onOpenChange={(isOpen) => setOpened(isOpen ? "list" : null)}
          areKeysOn={areKeysOn}
          onKeysChange={setKeysOn}
        />
      )}
    </>
  );
}
