"use client";

import { Button } from "@baton/ui/primitives/button";
import { type ReactNode, useSyncExternalStore } from "react";
import { FormError } from "./form-error";

export type FormProps = {
  verb: string;
  isBusy: boolean;
  error: { message: string } | null;
  /** Said in place of an error. */
  success?: ReactNode;
  /** Given what was typed into a field, by its name; empty where there is no such field. */
  onSubmit: (read: (name: string) => string) => void;
  isPrimary?: boolean;
  children: ReactNode;
};

/**
 * Fields, one button, and what came of it. Only scripts send the form, so its button waits for them. A
 * browser that sends it all the same sends a POST: its address holds none of the fields.
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
