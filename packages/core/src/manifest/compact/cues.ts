/*
 * Words that make a sentence a statement of a class. Detected by English words, so they can be wrong; measured
 * on labeled documents.
 */

/** Binds the next agent, by the words of RFC 2119 and their everyday variants. */
export const CONSTRAINT_CUE =
  /\b(?:must(?: not)?|shall|cannot|can't|can not|may not|never|always|at most|at least|no more than|limited to|not allowed|mandatory|ha(?:s|ve) to|needs? to|(?:is|are) needed|requires|only (?:active |valid |possible )?(?:when|if|after|before|for|in|with|by)|takes? precedence)\b|\b(?:max(?:imum)?|min(?:imum)?|limit)\b[^.;]{0,30}\d/i;

/** Stresses a limit, or gives the way around a fault. */
export const STRESSED_CUE =
  /\b(?:NOT|ONLY|NEVER|ALWAYS|REQUIRED|SHOULD)\b(?! STARTED)|^(?:[^\p{L}]|\d+[.)])*(?:\p{L}[\p{L} ]{1,24}\W*:\W*)?(?:Never|Always|Do not|Don['’]?t|Avoid|Use|Keep|Ensure|Make sure|Require|Limit|Prefer)\b|\b(?:interchangeable|breaking|breaks|deprecated)\b|, not (?:per|the|a|an)\b|\b[Uu]se (?:`|\p{Ll}+ )/u;

/** Weakens a requirement (RFC 2119): such lines come after the others. */
export const OPTIONAL_CUE = /\b(?:SHOULD|MAY|OPTIONAL|RECOMMENDED)\b|^\W*(?:optional(?:ly)?|nice to have)\b/;

/** A risk by name, or a possible problem. */
export const RISK_CUE =
  /\b(?:risks?|risky|race condition|technical debt)\b|^(?=.*\b(?:if|unless|may|might|could|would|until)\b)(?=.*\b(?:fragile|break(?:s|ing)?|fails?|failures?|leaks?|vulnerab\w+|unsafe|insecure|regressions?|deadlock|block(?:ed|s)|overflow|corrupt\w*|degrad\w+|los(?:es?|t|ing))\b)/i;

export const INSIGHT_CUE =
  /\b(?:found|shows?|showed|reveal(?:s|ed)|because|causes?|caused|means|root cause|turns out|in fact|key|critical|significant(?:ly)?|however|but|does not|no longer|instead|only|already|\d+(?:\.\d+)?\s?(?:%|x|ms|s\b|tokens))/i;

/** Work that is still open. */
export const OPEN_CUE =
  /\b(?:TODO|FIXME|deferred to|postponed (?:to|until)|not yet|still (?:to|needs?|open|missing)|remains? to|left to do|to be (?:done|decided|implemented|written|tested|fixed))\b/;

/** The result of a test or check: the subject, and a count, share or verdict. */
export const TEST_CUE =
  /(?=.*\b(?:tests?|coverage|lint(?:ing|er)?|type.?check(?:ing|s)?|build|scan|suite|specs?|validation)\b)(?=.*(?:\d+\s*\/\s*\d+|\d\s?%|\b\d+\+? (?:\w+ ){0,2}(?:tests?|passed|passing|failed|failures)\b|\b(?:pass(?:ed|es|ing)?|fail(?:ed|s|ing|ures?)?|clean|success(?:ful|fully)?|no (?:\w+ )?(?:errors|warnings|issues)|green)|\b\d+(?:\.\d+)? ?ms\b\b))/i;

/** A share, a ratio or an amount of money: what reports are read for. */
const SHARE = String.raw`\d\s?%|\b\d[\d,.]*\s*/\s*\d|\b\d+(?:\.\d+)?x\b|\$\d`;

/** A limit, or a number with the unit of a measurement. The size of code says little. */
const MEASURED = String.raw`[<>≤≥~≈]=?\s?\d|\b(?:max(?:imum)?|min(?:imum)?|at (?:most|least)|up to|over|exceed(?:s|ed)?)\b[^.;]{0,30}\d|\b\d[\d,.]*[kKmM]?\+?[- ](?:tokens?|ms|seconds?|s|min(?:utes)?|hours?|h|days?|KB|MB|GB|[\p{L}-]+ (?:tests?|jobs?)|tests?|jobs?|users?|requests?|rows?|terms?|iterations?)\b`;

/** A cell of a table that is a number. */
const CELL = String.raw`\|\s*[<>≤≥~$]?\d[\d,.]*\s?\p{L}{0,4}\s*(?:\||$)`;

export const SHARE_CUE = new RegExp(SHARE, "u");
export const FIGURE_CUE = new RegExp(`${SHARE}|${MEASURED}|${CELL}`, "u");

/** Names a result or a total. */
export const TOTAL_CUE =
  /^\W*(?:total|overall|average|estimated?|expected|effort estimate|target|achieved|confidence|measured|result|(?:code |test |task )?(?:quality|coverage|success|score|pass rate|performance|cost|savings))\b[^:]{0,40}:/i;
