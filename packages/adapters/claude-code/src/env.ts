import type { NamedPolicy } from "@baton/core/client";

/** Returns the project that Claude Code works in, as it reports to its hooks; undefined elsewhere. */
export function readHostProject(): string | undefined {
  return process.env.CLAUDE_PROJECT_DIR || undefined;
}

/** Reads `BATON_POLICY`, and `BATON_URL` with `BATON_API_KEY`. */
export function readNamedPolicy(): NamedPolicy {
  const { BATON_POLICY: file, BATON_URL: url, BATON_API_KEY: key } = process.env;
  return { file: file || null, server: url && key ? { url, key } : null };
}
