import { EmptyState } from "@baton/ui/layout/empty-state";
import { Button } from "@baton/ui/primitives/button";
import Link from "next/link";
import { MessagePage } from "@/frame/message-page";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage>
      <EmptyState
        title="There is nothing at this address"
        actions={
          <Button asChild>
            <Link href="/">Go to the start</Link>
          </Button>
        }
      >
        What was here may have been removed, or it was never there.
      </EmptyState>
    </MessagePage>
  );
}
