import { TextLink } from "@baton/ui/primitives/text-link";
import type { Metadata } from "next";
import { AccountFrame } from "@/features/account/account-frame";
import { RequestResetForm } from "@/features/account/reset-forms";
import { BatonCommand } from "@/frame/commands";
import { canSendMail } from "@/server/mail";

export const metadata: Metadata = { title: "Forgot password" };

/** Rendered for each request, because whether mail is available is a setting of the running server. */
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <AccountFrame title="Forgot password">
      {canSendMail() ? (
        <RequestResetForm />
      ) : (
        <p>
          This server sends no email. Ask its operator to create a password reset link with{" "}
          <BatonCommand>admin reset-link EMAIL</BatonCommand>.
        </p>
      )}
      <TextLink href="/sign-in">Back to sign-in</TextLink>
    </AccountFrame>
  );
}
