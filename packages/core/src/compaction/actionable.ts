import { isVagueNote } from "../task/vague-note";
import { sentenceStart } from "./sentence-start";

/** Openings of remarks about the work without information. */
const OPENING =
  /^(?:(?:ok(?:ay)?|good|great|right|perfect|expected|alright|first|next|so|then)[,.:!—-]*\s+)+/i;

/** Announces the agent's current or next step. */
const INTENT =
  /^(?:now[, ]+)?(?:also )?(?:here(?:'s| is| are)|let me|let's|i(?:'ll| will|'m going to| am going to|'m about to)|continuing (?:with|to)|starting (?:with|to|by)|moving on)\b|^still \w+ing\b|^now (?!that\b)(?:\w+ )?(?:add|apply|build|check|close|commit|create|fix|implement|install|look|make|merge|push|read|rebuild|register|replace|run|sync|test|update|verify|write|i have|i understand)\b|\band (?:continue|move (?:on|to))\b[^,;]*$/i;

/** Reports a search. */
const SEARCH =
  /^(?:(?:i|we|the agent)(?:'ve| have)? )?(?:(?:then|first|also|next|carefully|thoroughly) )*(?:i |we )?(?:searched|looked|read|explored|analy[sz]ed|examined|reviewed|checked|investigated|scanned|opened|browsed|studied|skimmed|listed|grepped|inspected|went through|ran (?:grep|rg|find|ls|a search|searches)|did some research)\b/i;

/** Reports the effort or the success. */
const EFFORT =
  /\b(?:hardest|took (?:longer|a while|some time|hours)|longer than expected|progress was made|(?:nearly|almost) (?:there|done)|(?:great|good|excellent|solid) progress|went (?:well|smoothly)|as (?:expected|planned)|excellence|was (?:easy|hard|difficult|straightforward))\b/i;

/** Reports that something was handled, without naming it. */
const TAKEN_CARE =
  /^(?:\p{L}[\p{L}-]+ ){1,4}(?:was |were |is |are )?(?:documented|completed|established|achieved|exceeded|maintained|improved|addressed|delivered)\.?$/iu;

/** A user story: its criteria are what counts. */
const STORY = /^as an? [^,]+, i (?:want|need|can)\b/i;

/** Counts what was made, or names a state without content: `New services: 649 lines`, `No action needed.` */
const COUNT =
  "(?:[\\p{L}-]+ ){0,4}(?:progress|services|files|components|lines|endpoints|created|modified|added|changed) ?:? *~?\\d[\\d,.]*(?: ?\\/ ?\\d+)?(?: (?:lines|files|loc))?";
const NO_ACTION =
  "(?:current (?:state|status) ?: *)?no (?:further )?actions? (?:is |are )?(?:needed|required)";
const COUNTED = new RegExp(`^(?:(?:${COUNT}[ ,;|]*)+|${NO_ACTION})\\.?$`, "iu");

/** Reports a result, which makes the bullet useful. */
const FINDING =
  /\b(?:found|shows?|showed|reveal(?:s|ed)?|turned out|because|fails?|failed|missing|must|cannot|does not|doesn't|nobody|no \w+ (?:is|are|was|were|has|have)|only)\b|[:;→]\s*\S/i;

/**
 * Returns true if the next phase can act on a bullet: a finding, a limit, a choice, a failure or an open
 * task. False if it reports searches, opened files, plans, effort or praise. Detected by words, so it can be
 * wrong; measured on labeled bullets.
 *
 * @param bullet English text after the bullet mark; only its first 1,000 characters count.
 */
export function isActionable(bullet: string): boolean {
  const text = sentenceStart(bullet)
    .replace(/[*_✅]+/gu, "")
    .trim();
  const rest = text.replace(OPENING, "");
  if (INTENT.test(text) || INTENT.test(rest) || EFFORT.test(text) || COUNTED.test(text)) return false;
  if (SEARCH.test(rest) && !FINDING.test(rest)) return false;
  return rest !== "" && !STORY.test(text) && !TAKEN_CARE.test(rest) && !isVagueNote(rest);
}
