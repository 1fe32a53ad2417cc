import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { ListFilter } from "lucide-react";

/** Opens the filters and shows the number of active ones. */
export function FilterButton({ count, ...props }: ButtonProps & { count: number }) {
  return (
    <Button {...props}>
      <ListFilter className="size-3.5" aria-hidden />
      {count === 0 ? "Filter" : `Filter, ${count}`}
    </Button>
  );
}
