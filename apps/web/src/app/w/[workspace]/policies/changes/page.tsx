import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { Changes } from "./client";

export const metadata: Metadata = { title: "Changes" };

type Props = { params: Promise<{ workspace: string }> };

export default async function ChangesPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/changes", params);
  return <Changes />;
}
