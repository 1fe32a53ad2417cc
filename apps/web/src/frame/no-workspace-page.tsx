import { EmptyState } from "@baton/ui/layout/empty-state";
import { Button } from "@baton/ui/primitives/button";
import Link from "next/link";
import { MessagePage } from "./message-page";

/** Shown to a user who is not a member of any workspace. Names the account, because it may be the wrong one. */
export function NoWorkspacePage({ email }: { email: string }) {
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
        You are signed in as {email}. Ask a workspace admin for an invitation, and open the link while you are
        signed in. To use another account, sign out under Your account.
      </EmptyState>
    </MessagePage>
  );
}
