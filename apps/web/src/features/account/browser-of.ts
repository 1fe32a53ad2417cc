/** In this order, because each user agent also contains names of those after it. */
const BROWSERS = ["Edg", "OPR", "Firefox", "Chrome", "Safari"] as const;
const NAMES: Record<(typeof BROWSERS)[number], string> = {
  Edg: "Edge",
  OPR: "Opera",
  Firefox: "Firefox",
  Chrome: "Chrome",
  Safari: "Safari",
};
const SYSTEMS = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"] as const;

/** Returns the browser and system that a user agent names: “Firefox, Linux”. */
export function browserOf(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = BROWSERS.find((name) => text.includes(`${name}/`));
  const system = SYSTEMS.find((name) => text.includes(name));
  return [browser && NAMES[browser], system].filter(Boolean).join(", ") || "Unknown";
}
