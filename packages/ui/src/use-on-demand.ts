"use client";

import { type ComponentType, useState } from "react";

/**
 * A component whose code is loaded when it is first wanted: what
 * opens by a press need not be there before it.
 *
 * @returns the component, null until it is there, and what loads it; where
 *   loading fails, the next press tries again.
 */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => void] {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const want = () => {
    if (Component) return;
    load().then(
      (loaded) => setComponent(() => loaded),
      () => {},
    );
  };
  return [Component, want];
}
