import { redirect } from "next/navigation";
import { addressOf, mayOpen, PAGES } from "@/frame/pages";
import { openPage } from "@/server/open-page";
import { api } from "@/trpc/server";

/** Redirects to the first page that the user may open: an admin without other roles cannot see handoffs. */
export default async function Workspace({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]", params);
  const { roles } = await api.workspaces.get({ workspace });
  redirect(addressOf(workspace, PAGES.find(({ segment }) => mayOpen(segment, roles))?.segment ?? "settings"));
}
