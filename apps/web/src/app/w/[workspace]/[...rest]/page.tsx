import { notFound } from "next/navigation";
import { openPage } from "@/server/open-page";

/** Every address of a workspace that no page has: said within its frame, from which one finds on. */
export default async function NoSuchPage({ params }: { params: Promise<{ workspace: string }> }) {
  await openPage("/w/[workspace]/[...rest]", params);
  notFound();
}
