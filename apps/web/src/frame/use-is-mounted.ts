"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Returns false on the server and during hydration, then true: for content that only the browser knows. */
export function useIsMounted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
