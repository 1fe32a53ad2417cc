import { cn } from "../cn";
import { Anchor, type AnchorProps } from "./anchor";

/**
 * Shows a link outside running text: in a table cell or at the end of a line. Within text, use an
 * Anchor without a class, which is underlined.
 */
export function TextLink({ className, ...props }: AnchorProps) {
  return <Anchor className={cn("text-accent hover:underline", className)} {...props} />;
}
