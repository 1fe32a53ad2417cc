import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { Coverage } from "./client";

export const metadata: Metadata = { title: "Coverage grid" };

type Props = { params: Promise<{ workspace: string }> };

export default async function CoveragePage({ params }: Props) {
  await openPage("/w/[workspace]/policies/coverage", params);
  return <Coverage />;
}
