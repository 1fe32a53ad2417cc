"use client";

import { Button } from "@baton/ui/primitives/button";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { withBasePath } from "@/base-path";
import { BatonCommand } from "@/frame/commands";
import { useTRPC } from "@/trpc/client";
import { enter } from "./enter";
import { FormError } from "./form-error";
import { useLinkToken } from "./use-link-token";

/** Signs in with the link in the URL. Its token follows the `#`, which browsers never send. */
export function LinkSignIn() {
  const signIn = useMutation(useTRPC().account.signInByLink.mutationOptions({ onSuccess: () => enter("/") }));
  const token = useLinkToken();
  const asked = useRef<string | null>(null);
  const { mutate } = signIn;
  useEffect(() => {
    if (token === null || token === asked.current) return;
    asked.current = token;
    mutate({ token });
  }, [token, mutate]);
  if (!signIn.isError) return <p role="status">Signing in …</p>;
  return (
    <>
      <FormError error={signIn.error} />
      <p className="text-text-2">
        To get a new link, run <BatonCommand>admin sign-in-link</BatonCommand>.
      </p>
      <Button asChild>
        <a href={withBasePath("/sign-in")}>Sign in with a password</a>
      </Button>
    </>
  );
}
