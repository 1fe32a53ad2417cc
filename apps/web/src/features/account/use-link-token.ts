"use client";

import { useSyncExternalStore } from "react";

/** Returns the part of the URL after the `#`, which browsers never send; null before it is known. */
export function useLinkToken(): string | null {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener("hashchange", onChange);
      return () => window.removeEventListener("hashchange", onChange);
    },
    () => window.location.hash.slice(1),
    () => null,
  );
}
