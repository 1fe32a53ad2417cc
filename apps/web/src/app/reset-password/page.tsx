import type { Metadata } from "next";
import { AccountFrame } from "@/features/account/account-frame";
import { ResetPasswordForm } from "@/features/account/reset-forms";

export const metadata: Metadata = { title: "New password" };

export default function ResetPasswordPage() {
  return (
    <AccountFrame title="New password">
      <ResetPasswordForm />
    </AccountFrame>
  );
}
