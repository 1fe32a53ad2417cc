import { redirect } from "next/navigation";
import { NoWorkspacePage } from "@/frame/no-workspace-page";
import { addressOf } from "@/frame/pages";
import { StartPage } from "@/frame/start-page";
import { requireSignIn } from "@/server/open-page";
import { api } from "@/trpc/server";

/** Default workspace of sources that name none. */
const DEFAULT_WORKSPACE = "default";

/** Redirects to the first workspace with data: the user's own before others, the sample last. */
export default async function Start() {
  const user = await requireSignIn();
  const all = await api.workspaces.list();
  if (all.length === 0) return <NoWorkspacePage email={user.email} />;
  const workspaces = all.filter(({ hasEvents }) => hasEvents);
  const first =
    workspaces.find(({ workspaceId }) => workspaceId === DEFAULT_WORKSPACE) ??
    workspaces.find(({ isSample }) => !isSample) ??
    workspaces[0];
  if (first) redirect(addressOf(first.workspaceId));
  return <StartPage canFollowOwnSessions={await api.workspaces.canFollowOwnSessions()} />;
}
