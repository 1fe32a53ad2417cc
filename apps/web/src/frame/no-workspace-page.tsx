import { EmptyState } from "@baton/ui/layout/empty-state";
import { Button } from "@baton/ui/primitives/button";
import Link from "next/link";
import { MessagePage } from "./message-page";

/** Shown to a user who is not a member of any workspace. */
export function NoWorkspacePage() {
  return (
    <MessagePage>
      <EmptyState
        isPage
        title="You are not a member of a workspace yet"
        actions={
          <Button asChild>
            <Link href="/account">Your account</Link>
          </Button>
        }
      >
        Ask a workspace admin for an invitation, and open the link while you are signed in.
      </EmptyState>
    </MessagePage>
  );
}
