import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { Preview } from "./client";

export const metadata: Metadata = { title: "Preview" };

type Props = { params: Promise<{ workspace: string }> };

export default async function PreviewPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/preview", params);
  return <Preview />;
}
