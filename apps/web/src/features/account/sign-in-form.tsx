"use client";

import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { Form } from "./form";

/** Signs in with email and password. */
export function SignInForm({ next }: { next: string }) {
  const signIn = useMutation(useTRPC().account.signIn.mutationOptions({ onSuccess: () => enter(next) }));
  return (
    <Form
      verb="Sign in"
      isBusy={signIn.isPending || signIn.isSuccess}
      error={signIn.error}
      onSubmit={(read) => signIn.mutate({ email: read("email"), password: read("password") })}
    >
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
    </Form>
  );
}
