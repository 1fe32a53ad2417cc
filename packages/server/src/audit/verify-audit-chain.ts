import type { Finding, FindingKind } from "@baton/core";
import { findingMaker } from "@baton/core/internal";
import { type AuditRecord, hashAuditRecord, NO_PREVIOUS_HASH } from "./audit-record";

/**
 * An entry seen earlier and stored where those who can change the log cannot change it. Reveals that entries
 * at the end were deleted.
 */
export type AuditAnchor = Pick<AuditRecord, "sequence" | "hash">;

/** Result of verifying a chain. */
export interface ChainVerdict {
  ok: boolean;
  recordCount: number;
  /** The last entry verified; null for an empty log. Store it as an anchor if `ok`. */
  head: AuditAnchor | null;
  /** The first hundred; `path` is `/sequence`. */
  findings: Finding[];
}

const MAX_FINDINGS = 100;

const HINT =
  "The log was changed outside Baton. Compare it with an export or a backup, and check who has access to the database.";

/** Every code of `verifyAuditChain`. */
const AUDIT_FINDINGS = {
  audit_row_changed: { severity: "error", hint: HINT },
  audit_link_broken: { severity: "error", hint: HINT },
  audit_rows_missing: { severity: "error", hint: HINT },
  audit_rows_out_of_order: { severity: "error", hint: HINT },
  audit_other_workspace: { severity: "error", hint: HINT },
  audit_end_cut: { severity: "error", hint: HINT },
  audit_anchor_differs: { severity: "error", hint: HINT },
} as const satisfies Record<string, FindingKind>;

const finding = findingMaker<keyof typeof AUDIT_FINDINGS>(AUDIT_FINDINGS);

/**
 * Verifies the chain of one workspace entry by entry, so that memory holds only the anchors, however long
 * the log. Detects every changed, deleted, inserted or reordered entry, and with an anchor also entries
 * deleted at the end.
 */
export class AuditChainVerifier {
  readonly #anchors: Map<number, string>;
  readonly #anchorEnd: number;
  readonly #findings: Finding[] = [];
  #isOk = true;
  #recordCount = 0;
  #last: AuditRecord | null = null;

  /** @param anchors rows known from elsewhere: the stored head, an earlier export, a line of the log. */
  constructor(anchors: readonly AuditAnchor[] = []) {
    this.#anchors = new Map();
    for (const { sequence, hash } of anchors) {
      const known = this.#anchors.get(sequence);
      if (known !== undefined && known !== hash) this.#differs(sequence);
      this.#anchors.set(sequence, hash);
    }
    this.#anchorEnd = Math.max(0, ...this.#anchors.keys());
  }

  /** Verifies the next row; call it in the order of the log. */
  add(record: AuditRecord): void {
    const { sequence } = record;
    const expected = (this.#last?.sequence ?? 0) + 1;
    if (this.#last && record.workspace_id !== this.#last.workspace_id)
      this.#report("audit_other_workspace", sequence, "the entry belongs to another workspace");
    if (sequence > expected)
      this.#report("audit_rows_missing", expected, `entries ${expected} to ${sequence - 1} are missing`);
    if (sequence < expected)
      this.#report(
        "audit_rows_out_of_order",
        sequence,
        `entry ${sequence} is in the position of ${expected}`,
      );
    if (record.previous_hash !== (this.#last?.hash ?? NO_PREVIOUS_HASH))
      this.#report("audit_link_broken", sequence, "the entry does not follow the previous one");
    if (record.hash !== hashAuditRecord(record))
      this.#report("audit_row_changed", sequence, "the entry changed after it was written");
    const anchor = this.#anchors.get(sequence);
    if (anchor !== undefined && anchor !== record.hash) this.#differs(sequence);
    this.#last = record;
    this.#recordCount += 1;
  }

  /** Returns the result. Call it once, after the last entry. */
  finish(): ChainVerdict {
    const end = this.#last?.sequence ?? 0;
    if (end < this.#anchorEnd)
      this.#report(
        "audit_end_cut",
        end + 1,
        `the log ends at entry ${end}, but entry ${this.#anchorEnd} existed`,
      );
    const head = this.#last && { sequence: this.#last.sequence, hash: this.#last.hash };
    return { ok: this.#isOk, recordCount: this.#recordCount, head, findings: this.#findings };
  }

  #differs(sequence: number): void {
    this.#report("audit_anchor_differs", sequence, "the entry is not the one recorded in the anchor");
  }

  #report(code: keyof typeof AUDIT_FINDINGS, sequence: number, message: string): void {
    this.#isOk = false;
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding(code, [sequence], message));
  }
}

/** Verifies a whole chain, see `AuditChainVerifier`. */
export function verifyAuditChain(
  records: Iterable<AuditRecord>,
  anchors: readonly AuditAnchor[] = [],
): ChainVerdict {
  const verifier = new AuditChainVerifier(anchors);
  for (const record of records) verifier.add(record);
  return verifier.finish();
}
