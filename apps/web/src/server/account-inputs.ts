import { nameUpTo } from "@baton/core/internal";
import { ROLES } from "@baton/db";
import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";

/** RFC 5321 limits addresses to 254 characters. */
export const Email = z.email("must be a valid email address").max(254).toLowerCase();

const MAX_NAME_LENGTH = 100;

/** Name of a user, a workspace or a key. */
export const Name = nameUpTo(MAX_NAME_LENGTH);

/**
 * Reads the profile from a single sign-on provider. At most providers users choose their own names, so the
 * name is cleaned as if typed here. An invalid address becomes empty, which signs in no account.
 */
export function readProfile(profile: { name?: unknown; email?: unknown }): { name: string; email: string } {
  const email = Email.safeParse(profile.email).data ?? "";
  const said = typeof profile.name === "string" ? profile.name.slice(0, 10 * MAX_NAME_LENGTH) : "";
  const plain = said.replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}\u2028\u2029]+/gu, " ").trim();
  const name = Name.safeParse([...plain].slice(0, MAX_NAME_LENGTH / 2).join(""));
  return { name: name.data ?? email, email };
}

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `use at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `use at most ${MAX_PASSWORD_LENGTH} characters`);

/** Token of a link, after its `#`. */
export const Token = z.string().max(100);

/** At least one role, in display order. */
export const Roles = z
  .array(z.enum(ROLES))
  .min(1)
  .max(ROLES.length)
  .transform((chosen) => ROLES.filter((role) => chosen.includes(role)));
