import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";

export default function NotFound() {
  return (
    <Panel aria-label="Not found" className="p-4">
      <EmptyState title="There is nothing at this address">
        What was here may have been removed, or it never was in this workspace.
      </EmptyState>
    </Panel>
  );
}
