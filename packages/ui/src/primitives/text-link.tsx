import { cn } from "../cn";
import { Anchor, type AnchorProps } from "./anchor";

/**
 * A link that stands by itself, in a table's cell, at a line's end. Amid text, where it needs a
 * line below, it is an Anchor without a class.
 */
export function TextLink({ className, ...props }: AnchorProps) {
  return <Anchor className={cn("text-accent hover:underline", className)} {...props} />;
}
