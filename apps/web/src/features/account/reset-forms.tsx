"use client";

import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { Form } from "./form";
import { NewPasswordField } from "./new-password-field";
import { useLinkToken } from "./use-link-token";

/** Requests a mail with a link. */
export function RequestResetForm() {
  const request = useMutation(useTRPC().account.requestReset.mutationOptions());
  return (
    <Form
      verb="Email me a link"
      isBusy={request.isPending}
      error={request.error}
      success={
        request.isSuccess &&
        "If an account with this address exists, we sent an email. Its link expires in one hour."
      }
      onSubmit={(read) => request.mutate({ email: read("email") })}
    >
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
    </Form>
  );
}

/** Sets a new password with the link that opened the page. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  // Reset the form for a new link in the same tab, since old messages do not apply to it.
  return <NewPasswordForm key={token} token={token ?? ""} />;
}

function NewPasswordForm({ token }: { token: string }) {
  const reset = useMutation(useTRPC().account.resetPassword.mutationOptions({ onSuccess: () => enter("/") }));
  return (
    <Form
      verb="Save password"
      isBusy={reset.isPending || reset.isSuccess}
      error={reset.error}
      onSubmit={(read) => reset.mutate({ token, password: read("newPassword") })}
    >
      <NewPasswordField label="New password" />
    </Form>
  );
}
