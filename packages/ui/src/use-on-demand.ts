"use client";

import { type ComponentType, useState } from "react";

/**
 * Loads a component on first use, such as a dialog that opens on a click.
 * @returns the component, null until it is loaded, and a function that loads it; if loading fails, the next
 *   call tries again.
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
