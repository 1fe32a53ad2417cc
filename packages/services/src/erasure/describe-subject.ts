import type { ErasureKind } from "@baton/db";

/** Returns the name of an erased subject in the audit log: its hash, because the name itself must be gone. */
export function describeSubject(kind: ErasureKind, sha256: string): string {
  return `${kind} sha256:${sha256.slice(0, 16)}`;
}
