/**
 * What stands in every secret that the rules know, written so that each expression runs at the speed of a search for
 * one character. Most lines hold none of it, and the rules, thirty expressions, need not look at them.
 */
const TRACES = [
  /_(?<=(?:npm|gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|gh[pousr]|github_pat|glc|glsa|ops|vc[piark]|dckr_pat|figd)_)/,
  /-(?<=(?:xox[bpaor]|xapp|glpat|sk-ant)-)/,
  /T3BlbkFJ|dapi[A-Fa-f0-9]{32}|SG\.\w|hv[sbr]\.|PRIVATE KEY|x-oauth-basic/,
  /access_?key/i,
  /hooks\.slack\.com/i,
  /:\\*\/\\*\/[^\s/]{1,2000}@/,
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
