"use client";

import { onlineManager } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useLive } from "./live-rows";

/** Says that the page has no connection, and that what it shows may be old; nothing with one. */
export function ConnectionBanner() {
  const { isLost } = useLive();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  if (isOnline && !isLost) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-warn-line border-b bg-warn-soft px-6 py-2 text-sm max-md:px-4"
    >
      <CloudOff className="size-4 flex-none text-warn" aria-hidden />
      {isOnline ? "Not connected to Baton. Trying again." : "Offline."} What you see may be out of date.
    </p>
  );
}
