"use client";

import { useEffect, useRef } from "react";
import { isTyping, useSingleKeys } from "@/frame/use-shortcuts";

/** Moves through the handoffs of a session: j selects the next one, k the one before, Escape none. */
export function useHandoffKeys(
  eventIds: readonly string[],
  selected: string | null,
  select: (eventId: string | null) => void,
): void {
  const [areKeysOn] = useSingleKeys();
  const current = useRef({ eventIds, selected, select });
  useEffect(() => {
    current.current = { eventIds, selected, select };
  });
  useEffect(() => {
    if (!areKeysOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const now = current.current;
      if (event.key === "Escape" && now.selected !== null) {
        now.select(null);
        return;
      }
      if (event.key !== "j" && event.key !== "k") return;
      const index = now.selected === null ? -1 : now.eventIds.indexOf(now.selected);
      const next = event.key === "j" ? index + 1 : index < 0 ? now.eventIds.length - 1 : index - 1;
      const eventId = now.eventIds[next];
      if (eventId === undefined) return;
      event.preventDefault();
      now.select(eventId);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [areKeysOn]);
}
