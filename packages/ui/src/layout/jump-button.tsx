"use client";

import { Search } from "lucide-react";
import { Kbd } from "../primitives/kbd";

/** Opens the global search; shows only its icon on a small screen. `keys` names the shortcut ("⌘ K"). */
export function JumpButton({ onPress, keys = "⌘ K" }: { onPress: () => void; keys?: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label="Jump to anything"
      className="flex h-(--control) w-58 items-center gap-2 rounded-md border border-line-2 bg-surface px-2 text-text-3 transition-colors hover:border-line-strong max-md:w-(--control) max-md:justify-center"
    >
      <Search className="size-3.5" aria-hidden />
      <span className="flex-1 text-left max-md:hidden">Jump to anything</span>
      <Kbd className="max-md:hidden">{keys}</Kbd>
    </button>
  );
}
