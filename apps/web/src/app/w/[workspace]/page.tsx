import { redirect } from "next/navigation";
import { addressOf } from "@/frame/pages";
import { openPage } from "@/server/open-page";

export default async function Workspace({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]", params);
  redirect(addressOf(workspace, "overview"));
}
