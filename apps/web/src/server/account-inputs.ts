import { ROLES } from "@baton/db";
import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";

/** RFC 5321 has addresses of 254 characters at the most. */
export const Email = z.email("this is no address of a mailbox").max(254).toLowerCase();

/** One line that reads in one direction: it stands in mails, in the audit log and on terminals, amid other words. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u, "a name has no control characters");

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `a password has ${MIN_PASSWORD_LENGTH} characters at the least`)
  .max(MAX_PASSWORD_LENGTH, `a password has ${MAX_PASSWORD_LENGTH} characters at the most`);

/** What stands behind the `#` of a link. */
export const Token = z.string().max(100);

/** At least one role, in the order in which they are told. */
export const Roles = z
  .array(z.enum(ROLES))
  .min(1)
  .transform((chosen) => ROLES.filter((role) => chosen.includes(role)));
