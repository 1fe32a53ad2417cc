"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { FormError } from "./form-error";

/** Address and password. */
export function SignInForm({ next }: { next: string }) {
  const signIn = useMutation(useTRPC().account.signIn.mutationOptions({ onSuccess: () => enter(next) }));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        signIn.mutate({ email: String(data.get("email")), password: String(data.get("password")) });
      }}
    >
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="primary" disabled={signIn.isPending || signIn.isSuccess}>
        Sign in
      </Button>
      <FormError error={signIn.error} />
    </form>
  );
}
