import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits");

/**
 * One entry of the audit log as it is hashed, exported and verified. `sequence` counts from 1 in each
 * workspace; `occurred_at` is UTC to the millisecond; `details` is JSON as text, to keep the hashed text byte
 * for byte; `hash` covers all other members.
 */
export const AuditRecord = z.strictObject({
  workspace_id: z.string(),
  sequence: z.int().min(1),
  occurred_at: z.string(),
  /** Null for Baton itself. */
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  /** An older or newer release may know other actions than this one. */
  action: z.string(),
  subject: z.string(),
  details: z.string(),
  previous_hash: Sha256,
  hash: Sha256,
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Previous hash of the first entry of a workspace. */
export const NO_PREVIOUS_HASH = "0".repeat(64);

/** Returns the hash of a row: hex SHA-256 of its canonical JSON (RFC 8785) without `hash`. */
export function hashAuditRecord({
  hash: _,
  ...record
}: Omit<AuditRecord, "hash"> & { hash?: string }): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalize(record) ?? "")));
}

/** Adds a row to the chain: sets the hash of the previous row, and its own. */
export function chainAuditRecord(
  record: Omit<AuditRecord, "hash" | "sequence" | "previous_hash">,
  last: Pick<AuditRecord, "sequence" | "hash"> | null,
): AuditRecord {
  const chained = {
    ...record,
    sequence: (last?.sequence ?? 0) + 1,
    previous_hash: last?.hash ?? NO_PREVIOUS_HASH,
  };
  return { ...chained, hash: hashAuditRecord(chained) };
}
