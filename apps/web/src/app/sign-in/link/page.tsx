import type { Metadata } from "next";
import { AccountFrame } from "@/features/account/account-frame";
import { LinkSignIn } from "@/features/account/link-sign-in";

export const metadata: Metadata = { title: "Sign in" };

export default function SignInLinkPage() {
  return (
    <AccountFrame title="Sign in">
      <LinkSignIn />
    </AccountFrame>
  );
}
