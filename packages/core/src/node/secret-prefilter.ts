/**
 * Traces of what the rules look for, one at least in every secret that they know. Each expression is written so that it
 * runs at the speed of a search for one character, and looks around only there. Most lines hold none of them, and the
 * rules, seventy expressions, need not look at them.
 */
const TRACES = [
  // How keys and tokens begin that say whose they are; and options of a command line.
  /[_-](?:(?<=(?:npm|gsk|hf|lin_api|ntn|shp(?:pa|ca|at|ss)|gh[pousr]|github_pat|glc|glsa|ops|vc[piark]|dckr_pat|figd|do[opr]_v1|lsv2_(?:pt|sk)|nfp|phx|r8|rubygems|sntry[su]|[rs]k_(?:live|test)|whsec|sbp|pscale_(?:tkn|pw|oauth))_|(?:xox[bpaor]|xapp|glpat|gl(?:dt|ft|soat|cbt|rt|ptt|imt|agent|oas)|sk-ant|sk-or|xkeysib|CFPAT|GOCSPX|pplx|PMAK|pul|pypi|NRAK|sq0[a-z]{3}|tskey|xai|SECRET-KEY|x-oauth)-)|(?<=\bkey-)(?=[0-9a-f]{32})|(?=-[\w-]{0,32}(?:token|secret|password|passphrase|pwd|credentials?|key|user)[ =]))/,
  /\.(?:(?<=(?:ya29|dt0c01|atlasv1|dp\.[a-z]{2,5}|hv[sbr]|SG)\.)|(?=com\/api\/webhooks))/,
  /AIza|TT3|HRKU|T3BlbkFJ|PRIVATE KEY|[78]Q~/,
  /dapi[A-Fa-f0-9]{32}/,
  /eyJ[\w-]{8,40}/,
  /hooks\.slack\.com/i,
  /:(?:\\*\/\\*\/[^\s/]{1,2000}@|AA[\w-]{33})/,
  / -u /,
  // The end of a name that is given to secrets, before what sets it apart from its value.
  /[:=>](?<=(?:pass(?:word|wd|phrase|code)|pwd|secret|token|credentials?|_auth|[a-z][ _-]?key|cookie|authorization)[\\"'`\])]{0,20}\s*[:=>])/i,
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
