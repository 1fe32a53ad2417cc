import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel } from "@baton/ui/layout/panel";

export default function Forbidden() {
  return (
    <Panel aria-label="Not permitted" className="p-4">
      <EmptyState title="Your roles do not allow this page">
        An admin of the workspace can give you another role, under Settings, Members.
      </EmptyState>
    </Panel>
  );
}
