"use client";

import { useSyncExternalStore } from "react";

/** What stands behind the `#` of the address, which browsers send to nobody; null before it is known. */
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
