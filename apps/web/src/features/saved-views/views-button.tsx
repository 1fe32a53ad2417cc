import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { Bookmark } from "lucide-react";

/** Opens the saved views. */
export function ViewsButton(props: ButtonProps) {
  return (
    <Button {...props}>
      <Bookmark className="size-3.5" aria-hidden />
      Views
    </Button>
  );
}
