"use client";

import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@/server/password";

/** A field for a new password; its length is the only rule. */
export function NewPasswordField({ label = "Password" }: { label?: string }) {
  return (
    <Field label={label} help={`At least ${MIN_PASSWORD_LENGTH} characters. A short phrase works well.`}>
      <Input
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
        required
      />
    </Field>
  );
}
