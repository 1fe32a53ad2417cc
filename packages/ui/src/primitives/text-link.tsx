import { cn } from "../cn";
import { Anchor, type AnchorProps } from "./anchor";

/** A link in running text or in a table cell: accent, underlined on hover. */
export function TextLink({ className, ...props }: AnchorProps) {
  return <Anchor className={cn("text-accent hover:underline", className)} {...props} />;
}
