"use client";

import { Button } from "@baton/ui/primitives/button";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { FormError } from "./form-error";

/** Opens the single sign-on provider, which returns the user here. */
export function SingleSignOnButton({ name }: { name: string }) {
  const begin = useMutation(useTRPC().account.beginSingleSignOn.mutationOptions({ onSuccess: enter }));
  return (
    <>
      <Button disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        Sign in with {name}
      </Button>
      <FormError error={begin.error} />
    </>
  );
}
