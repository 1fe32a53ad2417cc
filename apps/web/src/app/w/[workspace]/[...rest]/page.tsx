import { notFound } from "next/navigation";
import { openPage } from "@/server/open-page";

/**
 * Shows "not found" for every unknown URL of a workspace, within its frame, so that the user can navigate.
 */
export default async function NoSuchPage({ params }: { params: Promise<{ workspace: string }> }) {
  await openPage("/w/[workspace]/[...rest]", params);
  notFound();
}
