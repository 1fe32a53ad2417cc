import { Monitor, Moon, Sun } from "lucide-react";

export const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "System", Icon: Monitor },
] as const;

type Theme = (typeof THEMES)[number]["value"];

/** Returns the next theme; the first after the last. */
export function nextTheme(theme: Theme): Theme {
  const index = THEMES.findIndex(({ value }) => value === theme);
  return (THEMES[index + 1] ?? THEMES[0]).value;
}
