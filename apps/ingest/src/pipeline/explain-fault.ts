import { isDatabaseFailure } from "@baton/db";
import { explainDataError } from "@baton/db/write";
import packageJson from "../../package.json" with { type: "json" };
import type { Problem } from "../sources/source-format";

/**
 * Explains why a line or document was not stored. Uses only the name of an error, because its message may
 * quote content.
 */
export function explainFault(error: unknown): Problem {
  const refusal = explainDataError(error);
  if (refusal !== null) return { code: "refused_by_database", message: refusal };
  return {
    code: "internal_error",
    message: `Baton ${packageJson.version} failed on it: ${nameFault(error)}`,
  };
}

/** Returns an error's name and code, without its message. */
function nameFault(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return typeof cause;
  const name = isDatabaseFailure(cause) ? "PostgreSQL error" : cause.name;
  return "code" in cause ? `${name} (${String(cause.code)})` : name;
}
