import type { TextSpan } from "./detectors";
import { KeywordScanner } from "./keyword-scanner";

/**
 * Words that occur in every secret the rules know, at least one in each. One pass over a text finds all of
 * them; some also need a following pattern. Most lines contain none, which saves running the seventy rules.
 */
interface Trace {
  readonly word: string;
  /** True if case matters. */
  readonly isCased: boolean;
  /** Sticky; tested at the end of the word. */
  readonly follows?: RegExp;
}

/** Prefixes of keys and tokens that identify their issuer. */
const BEGINNINGS = `
  npm_ gsk_ hf_ lin_api_ ntn_ shppa_ shpca_ shpat_ shpss_ github_pat_ ghp_ gho_ ghu_ ghs_ ghr_ glc_ glsa_ ops_
  vcp_ vci_ vca_ vcr_ vck_ dckr_pat_ figd_ doo_v1_ dop_v1_ dor_v1_ lsv2_pt_ lsv2_sk_ nfp_ phx_ r8_ rubygems_
  sntrys_ sntryu_ rk_live_ rk_test_ sk_live_ sk_test_ whsec_ sbp_ pscale_tkn_ pscale_pw_ pscale_oauth_
  xoxb- xoxp- xoxa- xoxo- xoxr- xapp- glpat- gldt- glft- glsoat- glcbt- glrt- glptt- glimt- glagent- gloas-
  sk-ant- sk-or- xkeysib- CFPAT- GOCSPX- pplx- PMAK- pul- pypi- NRAK- tskey- xai- SECRET-KEY- x-oauth-
  ya29. dt0c01. atlasv1. hvs. hvb. hvr. SG. AIza TT3 HRKU T3BlbkFJ 7Q~ 8Q~`;

/** Separators between a name and its value. */
const SIGN = String.raw`[\\"'\`\])\s]{0,40}[:=>]`;
/** The end of names that are given to secrets. */
const NAMES = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "pwd",
  "secret",
  "token",
  "credential",
  "credentials",
  "_auth",
  "cookie",
  "authorization",
];

const TRACES: readonly Trace[] = [
  ...BEGINNINGS.trim()
    .split(/\s+/)
    .map((word) => ({ word, isCased: true })),
  { word: "PRIVATE KEY", isCased: true },
  { word: "AKIA", isCased: true, follows: /[A-Z0-9]{16}/y },
  { word: "ASIA", isCased: true, follows: /[A-Z0-9]{16}/y },
  { word: "sq0", isCased: true, follows: /[a-z]{3}-/y },
  { word: "dp.", isCased: true, follows: /[a-z]{2,5}\./y },
  { word: "baton_", isCased: true, follows: /[a-f0-9]{16}_/y },
  { word: "dapi", isCased: true, follows: /[A-Fa-f0-9]{32}/y },
  { word: "eyJ", isCased: true, follows: /[\w-]{8}/y },
  { word: "hooks.slack.com", isCased: false },
  { word: "api/webhooks/", isCased: true, follows: /\d/y },
  { word: ":/", isCased: true, follows: /\\*\/[^\s/]{1,2000}@/y },
  { word: ":\\", isCased: true, follows: /\\*\/\\*\/[^\s/]{1,2000}@/y },
  { word: ":AA", isCased: true, follows: /[\w-]{33}/y },
  // Options of a command line.
  {
    word: "--",
    isCased: false,
    follows:
      /(?=[a-z])[\w-]{0,32}(?:token|secret|password|passphrase|passcode|passwd|pwd|credentials?|key|_auth|user)[ =\t]/iy,
  },
  { word: "-u ", isCased: true, follows: /[^\s:]{1,64}:/y },
  ...NAMES.map((word) => ({ word, isCased: false, follows: new RegExp(SIGN, "y") })),
  { word: "key", isCased: false, follows: new RegExp(`(?<=[a-z][ _-]?key)${SIGN}`, "iy") },
  // An escaped ASCII character, which may hide any of the above.
  { word: "\\u00", isCased: true, follows: /[2-7]/y },
];

/** Created on first use: most commands need none, and its tables take time. */
let scanner: KeywordScanner | null = null;

/**
 * Returns false if the rules cannot find a secret in a text or its unescaped form; true means that they
 * might.
 */
export function mayContainSecret(text: string): boolean {
  scanner ??= new KeywordScanner(TRACES.map(({ word }) => word));
  return scanner.some(text, (index, end) => {
    const trace = TRACES[index];
    if (!trace || (trace.isCased && !text.startsWith(trace.word, end - trace.word.length))) return false;
    if (!trace.follows) return true;
    trace.follows.lastIndex = end;
    return trace.follows.test(text);
  });
}

/**
 * Lines are checked in pieces of this many characters, so that one secret does not make a long text be
 * searched entirely.
 */
const PIECE_LENGTH = 4_096;
/** Maximum length of a private key after its first line. */
const PRIVATE_KEY_LENGTH = 33_000;

/**
 * Yields the parts of a text in which the rules may find a secret, in whole lines. They overlap, since a
 * secret may continue: a value in the line after its name, a private key over many lines.
 */
export function* listSuspects(text: string): Generator<TextSpan> {
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start + PIECE_LENGTH);
    const part = text.slice(start, lineEnd(text, end));
    if (mayContainSecret(part)) {
      const isLong = part.includes("PRIVATE KEY");
      yield { start, end: isLong ? lineEnd(text, end + PRIVATE_KEY_LENGTH) : start + part.length };
    }
    start = end;
  }
}

/** Returns the index after the line feed at or after `index`. */
function lineEnd(text: string, index: number): number {
  const lineFeed = text.indexOf("\n", index);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}
