import type { Metadata } from "next";
import { AccountFrame } from "@/account/account-frame";
import { Join } from "@/account/join";

export const metadata: Metadata = { title: "Invitation" };

export default function JoinPage() {
  return (
    <AccountFrame title="Invitation">
      <Join />
    </AccountFrame>
  );
}
