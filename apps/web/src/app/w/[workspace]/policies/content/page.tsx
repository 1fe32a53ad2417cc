import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { ContentRules } from "./client";

export const metadata: Metadata = { title: "Content rules" };

type Props = { params: Promise<{ workspace: string }> };

export default async function ContentRulesPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/content", params);
  return <ContentRules />;
}
