"use client";

import { Button } from "@baton/ui/primitives/button";
import { useTheme } from "next-themes";
import { nextTheme, THEMES } from "./themes";
import { useIsMounted } from "./use-is-mounted";

/** Switches from light to dark to the system's theme. */
export function ThemeButton() {
  const { theme, setTheme } = useTheme();
  // The server does not know the theme: until hydration, the icon is the same for all users.
  const isMounted = useIsMounted();
  const { label, Icon, value } = THEMES.find((each) => isMounted && each.value === theme) ?? THEMES[2];
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Theme: ${label}`}
      title={`Theme: ${label}`}
      onClick={() => setTheme(nextTheme(value))}
    >
      <Icon className="size-4" aria-hidden />
    </Button>
  );
}
