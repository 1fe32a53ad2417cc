import { EmptyState } from "@baton/ui/layout/empty-state";
import { Button } from "@baton/ui/primitives/button";
import Link from "next/link";
import { MessagePage } from "./message-page";

/** What somebody sees who has an account and belongs to nothing yet. */
export function NoWorkspacePage() {
  return (
    <MessagePage>
      <EmptyState
        title="You belong to no workspace yet"
        actions={
          <Button asChild>
            <Link href="/account">Your account</Link>
          </Button>
        }
      >
        Ask an admin of a workspace for an invitation, and open its link while you are signed in.
      </EmptyState>
    </MessagePage>
  );
}
