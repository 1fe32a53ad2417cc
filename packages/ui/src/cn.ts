import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** tailwind-merge must know our type scale, or it treats `text-num` as a colour. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ["num"] }, classGroups: { shadow: [{ shadow: ["e1", "e2", "up"] }] } },
});

/**
 * Joins class names, conditionals and lists of them. If two utilities set the same property,
 * the later one wins.
 */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
