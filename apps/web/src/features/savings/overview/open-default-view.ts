import "server-only";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { addressOf } from "@/frame/pages";
import { api } from "@/trpc/server";

/** Redirects to the workspace's default view if the URL of a savings page has no parameters. */
export async function openDefaultView(
  workspace: string,
  page: "overview" | "savings",
  searchParams: Promise<SearchParams>,
): Promise<void> {
  if (Object.keys(await searchParams).length > 0) return;
  const views = await api.savedViews.list({ workspace, page: "savings" });
  const chosen = views.find(({ isDefault }) => isDefault);
  if (chosen) redirect(`${addressOf(workspace, page)}?${new URLSearchParams(chosen.params)}`);
}
