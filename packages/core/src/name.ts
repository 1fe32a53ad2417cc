import { z } from "zod";

/**
 * A name of a person or thing: one visible line in one text direction, because it appears within other text
 * in mails, in the audit log and on terminals.
 *
 * @param maxLength in UTF-16 units.
 */
export function nameUpTo(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]*$/u, "a name has no control characters")
    .regex(
      /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd])[\p{L}\p{N}\p{P}\p{S}]/u,
      "a name has a visible character",
    );
}
