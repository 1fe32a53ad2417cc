import { EmptyState } from "@baton/ui/layout/empty-state";
import { Button } from "@baton/ui/primitives/button";
import Link from "next/link";
import { MessagePage } from "@/frame/message-page";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage>
      <EmptyState
        isPage
        title="Page not found"
        actions={
          <Button asChild>
            <Link href="/">Go to the start page</Link>
          </Button>
        }
      >
        The page may have been deleted, or the URL is wrong.
      </EmptyState>
    </MessagePage>
  );
}
