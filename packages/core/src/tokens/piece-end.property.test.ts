import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfCl100kPiece, endOfO200kPiece, type PieceEnd } from "./piece-end";

const CONTRACTION = `'(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])`;
const HEAD = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const TAIL = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const PREFIX = String.raw`[^\r\n\p{L}\p{N}]?`;
const SPACES = [String.raw`\s*[\r\n]+`, String.raw`\s+(?!\S)`, String.raw`\s+`];

/** The patterns as OpenAI publishes them. Rust's `\s` is White_Space, which JavaScript needs explicitly. */
const CL100K = [
  CONTRACTION,
  String.raw`${PREFIX}\p{L}+`,
  String.raw`\p{N}{1,3}`,
  String.raw` ?[^\s\p{L}\p{N}]+[\r\n]*`,
  ...SPACES,
];
const O200K = [
  `${PREFIX}${HEAD}*${TAIL}+(?:${CONTRACTION})?`,
  `${PREFIX}${HEAD}+${TAIL}*(?:${CONTRACTION})?`,
  String.raw`\p{N}{1,3}`,
  String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
  ...SPACES,
];

const CHARACTERS = [
  ..."aZzBſ's'LLve're'mdt ÄöǅʰªאあÀ1²٣ \t\n\r\u0085\u00a0\u3000\ufeff.,/-!😀𝒜𐐨\u0301\u20dd\u0000",
];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(..." \n\r\ta'/S"), maxLength: 40 }),
);

describe.each<[string, PieceEnd, string[]]>([
  ["endOfCl100kPiece", endOfCl100kPiece, CL100K],
  ["endOfO200kPiece", endOfO200kPiece, O200K],
])("%s", (_, endOfPiece, alternatives) => {
  const source = alternatives
    .join("|")
    .replaceAll(String.raw`\s`, String.raw`\p{White_Space}`)
    .replaceAll(String.raw`\S`, String.raw`\P{White_Space}`);
  const pattern = new RegExp(source, "gu");

  it("splits like the published pattern", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(split(text, endOfPiece)).toEqual(text.match(pattern) ?? []);
      }),
      { numRuns: 5_000 },
    );
  });
});

function split(text: string, endOfPiece: PieceEnd): string[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = endOfPiece(bytes, start, bytes.length);
    pieces.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, end)));
    start = end;
  }
  return pieces;
}
