import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { PolicyTests } from "./client";

export const metadata: Metadata = { title: "Policy tests" };

type Props = { params: Promise<{ workspace: string }> };

export default async function PolicyTestsPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/tests", params);
  return <PolicyTests />;
}
