import type { Metadata } from "next";
import { AccountFrame } from "@/account/account-frame";
import { ResetPasswordForm } from "@/account/reset-forms";

export const metadata: Metadata = { title: "New password" };

export default function ResetPasswordPage() {
  return (
    <AccountFrame title="New password">
      <ResetPasswordForm />
    </AccountFrame>
  );
}
