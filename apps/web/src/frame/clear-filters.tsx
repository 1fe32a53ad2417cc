import { Button } from "@baton/ui/primitives/button";

/** Removes all filters of a list. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  );
}
