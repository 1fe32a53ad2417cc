"use client";

import { Button } from "@baton/ui/primitives/button";
import { type ReactNode, useSyncExternalStore } from "react";
import { FormError } from "./form-error";

type FormProps = {
  verb: string;
  isBusy: boolean;
  error: { message: string } | null;
  /** Message after success, in place of an error. */
  success?: ReactNode;
  /** Called with a function that reads a field by name; it returns "" for an unknown field. */
  onSubmit: (read: (name: string) => string) => void;
  isPrimary?: boolean;
  children: ReactNode;
};

/**
 * Shows fields, one button, and the result. Only scripts send the form, so its button waits for them. If a
 * browser sends it anyway, it sends a POST, which keeps the fields out of the URL.
 */
export function Form({ verb, isBusy, error, success, onSubmit, isPrimary = true, children }: FormProps) {
  const isReady = useIsReady();
  return (
    <form
      method="post"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit((name) => String(data.get(name) ?? ""));
      }}
    >
      {children}
      <div className="flex items-center gap-3">
        <Button type="submit" variant={isPrimary ? "primary" : "default"} disabled={!isReady || isBusy}>
          {verb}
        </Button>
        {!isReady && (
          <span className="animate-[fade-in_140ms_ease-out_1s_both] text-text-2 noscript:hidden">
            Loading …
          </span>
        )}
      </div>
      <FormError error={error} />
      <p role="status" className="text-ok empty:hidden">
        {success}
      </p>
    </form>
  );
}

/** Returns whether scripts handle the page: false on the server and until React has hydrated. */
function useIsReady(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
