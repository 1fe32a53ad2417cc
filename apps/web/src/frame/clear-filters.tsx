import { Button } from "@baton/ui/primitives/button";

/** Takes away all that narrows a list. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  );
}
