import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { Files } from "./client";

export const metadata: Metadata = { title: "Import and export" };

type Props = { params: Promise<{ workspace: string }> };

export default async function FilesPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/files", params);
  return <Files />;
}
