import type { Span } from "./json-literals";

/**
 * Traces of what the rules look for, one at least in every secret that they know. Each expression is written so that it
 * runs at the speed of a search for one character, and looks around only there. Most lines hold none of them, and the
 * rules, seventy expressions, need not look at those.
 */
const TRACES = [
  // How keys and tokens begin that say whose they are.
  /[_.-](?<=(?:npm|baton_[a-f0-9]{16}|gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|gh[pousr]|github_pat|glc|glsa|ops|vc[piark]|dckr_pat|figd|do[opr]_v1|lsv2_(?:pt|sk)|nfp|phx|r8|rubygems|sntry[su]|[rs]k_(?:live|test)|whsec|sbp|pscale_(?:tkn|pw|oauth))_|(?:xox[bpaor]|xapp|glpat|gl(?:dt|ft|soat|cbt|rt|ptt|imt|agent|oas)|sk-ant|sk-or|xkeysib|CFPAT|GOCSPX|pplx|PMAK|pul|pypi|NRAK|sq0[a-z]{3}|tskey|xai|SECRET-KEY|x-oauth)-|(?:ya29|dt0c01|atlasv1|dp\.[a-z]{2,5}|hv[sbr]|SG)\.)/,
  /AIza|TT3|HRKU|T3BlbkFJ|PRIVATE KEY|[78]Q~/,
  /dapi[A-Fa-f0-9]{32}/,
  /eyJ[\w-]{8,40}/,
  /hooks\.slack\.com/i,
  /api\/webhooks\/\d/,
  /:(?:\\*\/\\*\/[^\s/]{1,2000}@|AA[\w-]{33})/,
  // Options of a command line.
  /--(?=[a-z])[\w-]{0,32}(?:token|secret|password|passphrase|passcode|passwd|pwd|credentials?|key|_auth|user)[ =\t]/i,
  /-u [^\s:]{1,64}:/,
  // The end of a name that is given to secrets, before what sets it apart from its value.
  /[:=>](?<=(?:password|passwd|passphrase|passcode|pwd|secret|token|credentials?|_auth|[a-z][ _-]?key|cookie|authorization)[\\"'`\])\s]{0,40}[:=>])/i,
];

/** An escaped ASCII character, behind which any of the above may hide. */
const HIDDEN = /\\u00[2-7]/;

/**
 * Whether the rules may find a secret in a text, or in what it is once its escapes are taken off. False means that
 * they will not; true means nothing yet.
 */
export function mayHoldSecret(text: string): boolean {
  return HIDDEN.test(text) || TRACES.some((trace) => trace.test(text));
}

/** Lines are looked at in pieces of this many characters, so that one secret does not have all of a long text searched. */
const PIECE_LENGTH = 4_096;
/** How far the lines of a private key may go on after its first. */
const PRIVATE_KEY_LENGTH = 33_000;

/**
 * The parts of a text in which the rules may find a secret, each of whole lines. They overlap, since a secret may run on:
 * a value into the line after its name, a private key over many.
 */
export function* listSuspects(text: string): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start + PIECE_LENGTH);
    const part = text.slice(start, lineEnd(text, end));
    if (mayHoldSecret(part)) {
      const isLong = part.includes("PRIVATE KEY");
      yield { start, end: isLong ? lineEnd(text, end + PRIVATE_KEY_LENGTH) : start + part.length };
    }
    start = end;
  }
}

/** The index after the line feed at or after `index`. */
function lineEnd(text: string, index: number): number {
  const lineFeed = text.indexOf("\n", index);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}
