import { sizeOfRun } from "@baton/core/test/soak";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditRecord, chainAuditRecord, hashAuditRecord } from "./audit-record";
import { verifyAuditChain } from "./verify-audit-chain";

function buildChain(length: number): AuditRecord[] {
  const records: AuditRecord[] = [];
  for (let index = 0; index < length; index++) {
    const record = {
      workspace_id: "team",
      occurred_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      actor_id: index % 3 === 0 ? null : "u1",
      actor_name: "Ada",
      action: "policy.publish",
      subject: `version ${index}`,
      details: JSON.stringify({ before: { n: index, name: "é\u0000\ud800" }, after: null }),
    };
    records.push(chainAuditRecord(record, records.at(-1) ?? null));
  }
  return records;
}

const CHAIN = buildChain(12);
const HEAD = CHAIN.slice(-1);
const place = fc.nat({ max: CHAIN.length - 1 });

/** Every way to tamper with a log so that it differs from the original. */
const tampered: fc.Arbitrary<AuditRecord[]> = fc.oneof(
  fc
    .tuple(place, fc.constantFrom(...Object.keys(CHAIN[0] ?? {})), fc.nat(), fc.integer({ min: 1, max: 255 }))
    .map(([index, key, at, flip]) =>
      CHAIN.map((record, i) => (i === index ? withByteFlipped(record, key, at, flip) : record)),
    ),
  fc.tuple(place, place).map(([a, b]) => {
    const rows = [...CHAIN];
    const [one, other] = [rows[a], rows[b]];
    if (one && other) [rows[a], rows[b]] = [other, one];
    return rows;
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(([from, count]) => CHAIN.toSpliced(from, count)),
  fc.tuple(place, place).map(([at, from]) => CHAIN.toSpliced(at, 0, ...CHAIN.slice(from, from + 1))),
  place.map((at) => withForgedRow(at)),
);

function withByteFlipped(record: AuditRecord, key: string, at: number, flip: number): AuditRecord {
  const value: unknown = Reflect.get(record, key);
  if (typeof value === "number") return { ...record, [key]: value ^ flip };
  const text = typeof value === "string" ? value : "";
  const index = text.length === 0 ? 0 : at % text.length;
  const flipped = String.fromCharCode((text.charCodeAt(index) || 0) ^ flip);
  return { ...record, [key]: text.slice(0, index) + flipped + text.slice(index + 1) };
}

/** A row with a correct hash and link; the following rows reveal it. */
function withForgedRow(at: number): AuditRecord[] {
  const { sequence: _, previous_hash: __, hash: ___, ...said } = CHAIN[at] ?? CHAIN[0] ?? fail();
  return CHAIN.toSpliced(at, 0, chainAuditRecord({ ...said, subject: "forged" }, CHAIN[at - 1] ?? null));
}

function fail(): never {
  throw new Error("the chain has rows");
}

const isChanged = (rows: AuditRecord[]) => JSON.stringify(rows) !== JSON.stringify(CHAIN);

describe("verifyAuditChain", () => {
  it("accepts an unchanged chain", () => {
    const verdict = verifyAuditChain(CHAIN, HEAD);
    expect(verdict).toEqual({
      ok: true,
      recordCount: 12,
      head: expect.objectContaining({ sequence: 12 }),
      findings: [],
    });
    expect(verifyAuditChain([])).toEqual({ ok: true, recordCount: 0, head: null, findings: [] });
  });

  it("detects every flipped byte, and swapped, deleted, inserted and repeated rows", () => {
    fc.assert(
      fc.property(tampered.filter(isChanged), (rows) => {
        expect(verifyAuditChain(rows, HEAD).ok).toBe(false);
      }),
      { numRuns: sizeOfRun({ suite: 200, soak: 20_000 }) },
    );
  });

  it("names the affected row and the kind of change", () => {
    const codes = (rows: AuditRecord[]) =>
      verifyAuditChain(rows, HEAD).findings.map(({ code, path }) => `${code} ${path}`);
    expect(codes(CHAIN.toSpliced(4, 2))).toEqual(["audit_rows_missing /5", "audit_link_broken /7"]);
    expect(codes(CHAIN.slice(0, 9))).toEqual(["audit_end_cut /10"]);
    expect(codes(withForgedRow(3))).toEqual(["audit_rows_out_of_order /4", "audit_link_broken /4"]);
  });

  it("detects a deleted end and a rewritten chain only with an anchor", () => {
    const cut = CHAIN.slice(0, 9);
    expect(verifyAuditChain(cut).ok).toBe(true);
    const anew = buildChain(12).reduce<AuditRecord[]>(
      (rows, { sequence: _, previous_hash: __, hash: ___, ...said }) => {
        rows.push(chainAuditRecord({ ...said, actor_name: "Eve" }, rows.at(-1) ?? null));
        return rows;
      },
      [],
    );
    expect(verifyAuditChain(anew).ok).toBe(true);
    expect(verifyAuditChain(anew, HEAD).findings.map(({ code }) => code)).toEqual(["audit_anchor_differs"]);
  });

  it("needs both checks: hashes or links alone miss some changes", () => {
    const onlyHashes = (rows: readonly AuditRecord[]) =>
      rows.every((row) => row.hash === hashAuditRecord(row));
    const onlyLinks = (rows: readonly AuditRecord[]) =>
      rows.every((row, index) => index === 0 || row.previous_hash === rows[index - 1]?.hash);
    expect(onlyHashes(CHAIN.toSpliced(3, 1))).toBe(true);
    expect(onlyLinks(CHAIN.map((row, index) => (index === 3 ? { ...row, details: "{}" } : row)))).toBe(true);
  });
});
