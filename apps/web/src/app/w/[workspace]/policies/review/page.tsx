import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { PolicyReview } from "./client";

export const metadata: Metadata = { title: "Policy review" };

type Props = { params: Promise<{ workspace: string }> };

export default async function PolicyReviewPage({ params }: Props) {
  await openPage("/w/[workspace]/policies/review", params);
  return <PolicyReview />;
}
