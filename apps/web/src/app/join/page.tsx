import type { Metadata } from "next";
import { AccountFrame } from "@/features/account/account-frame";
import { Join } from "@/features/account/join";

export const metadata: Metadata = { title: "Invitation" };

export default function JoinPage() {
  return (
    <AccountFrame title="Invitation">
      <Join />
    </AccountFrame>
  );
}
