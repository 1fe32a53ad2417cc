import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { WorkspaceSettings } from "./client";

export const metadata: Metadata = { title: "Workspace" };

export default async function WorkspaceSettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await openPage("/w/[workspace]/settings/workspace", params);
  return <WorkspaceSettings workspace={workspace} />;
}
