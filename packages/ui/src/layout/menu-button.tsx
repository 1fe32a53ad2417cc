import { Menu } from "lucide-react";
import { Button, type ButtonProps } from "../primitives/button";

/** Opens the sidebar on small screens. */
export function MenuButton(props: ButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Menu"
      className="-ml-2 hidden max-md:inline-flex"
      {...props}
    >
      <Menu className="size-4" aria-hidden />
    </Button>
  );
}
