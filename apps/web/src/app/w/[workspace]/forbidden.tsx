import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";

export default function Forbidden() {
  return (
    <Panel aria-label="Not permitted" className="p-4">
      <EmptyState title="You do not have access to this page">
        A workspace admin can change your roles under Settings → Members.
      </EmptyState>
    </Panel>
  );
}
