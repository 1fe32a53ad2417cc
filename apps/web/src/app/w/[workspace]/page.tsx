import { redirect } from "next/navigation";
import { addressOf } from "@/frame/pages";

export default async function Workspace({ params }: { params: Promise<{ workspace: string }> }) {
  redirect(addressOf(decodeURIComponent((await params).workspace), "overview"));
}
