import { EmptyState } from "@baton/ui/layout/empty-state";
import { MessagePage } from "@/frame/message-page";

export default function ReportNotFound() {
  return (
    <MessagePage>
      <EmptyState isPage title="This link shows no report">
        It has expired, was revoked, or is incomplete. Ask the person who sent it for a new one.
      </EmptyState>
    </MessagePage>
  );
}
