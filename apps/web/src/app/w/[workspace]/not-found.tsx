import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";

export default function NotFound() {
  return (
    <Panel aria-label="Not found" className="p-4">
      <EmptyState isPage title="Page not found">
        It may have been deleted, or it belongs to another workspace.
      </EmptyState>
    </Panel>
  );
}
