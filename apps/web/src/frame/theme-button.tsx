"use client";

import { Button } from "@baton/ui/primitives/button";
import { useTheme } from "next-themes";
import { nextTheme, THEMES } from "./themes";
import { useIsMounted } from "./use-is-mounted";

/** Goes round from light to dark to what the system says. */
export function ThemeButton() {
  const { theme, setTheme } = useTheme();
  // The server cannot know the theme: until the browser has taken over, the icon is the same for all.
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
