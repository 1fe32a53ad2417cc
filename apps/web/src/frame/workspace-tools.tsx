"use client";

import { JumpButton } from "@baton/ui/layout/jump-button";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLive } from "./live-rows";
import { addressOf } from "./pages";
import type { Shortcut } from "./shortcuts";
import { ThemeMenu } from "./theme-menu";
import { useShortcuts, useSingleKeys } from "./use-shortcuts";

/** Both are loaded when they are first opened. */
const JumpMenu = dynamic(async () => (await import("./jump-menu")).JumpMenu, { ssr: false });
const ShortcutList = dynamic(async () => (await import("./shortcut-list")).ShortcutList, { ssr: false });

/** What the head of every page offers: jump, theme, and the keys that do the same. */
export function WorkspaceTools({ workspace }: { workspace: string }) {
  const router = useRouter();
  const { isPaused, pause, play } = useLive();
  const [opened, setOpened] = useState<"jump" | "list" | null>(null);
  const [wasOpened, setWasOpened] = useState({ jump: false, list: false });
  const [areKeysOn, setKeysOn] = useSingleKeys();

  const open = (what: "jump" | "list") => {
    setOpened(what);
    setWasOpened((before) => ({ ...before, [what]: true }));
  };
  useShortcuts(areKeysOn, (shortcut: Shortcut) => {
    if (shortcut.action === "go") router.push(addressOf(workspace, shortcut.segment));
    else if (shortcut.action !== "live") open(shortcut.action);
    else if (isPaused) play();
    else pause();
  });

  return (
    <>
      <JumpButton onPress={() => open("jump")} />
      <ThemeMenu />
      {wasOpened.jump && (
        <JumpMenu
          workspace={workspace}
          isOpen={opened === "jump"}
          onOpenChange={(isOpen) => setOpened(isOpen ? "jump" : null)}
        />
      )}
      {wasOpened.list && (
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
