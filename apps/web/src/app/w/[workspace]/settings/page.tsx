import type { Metadata } from "next";
import { openPage } from "@/server/open-page";
import { Settings } from "./client";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  await openPage("/w/[workspace]/settings", params);
  return <Settings />;
}
