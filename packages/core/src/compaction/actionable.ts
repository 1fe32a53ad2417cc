import { isVagueNote } from "../task/vague-note";

/** Words that begin a remark about the work, and say nothing. */
const OPENING =
  /^(?:(?:ok(?:ay)?|good|great|right|perfect|expected|alright|first|next|so|then)[,.:!—-]*\s+)+/i;

/** What the agent is about to do, or doing. */
const INTENT =
  /^(?:now[, ]+)?(?:also )?(?:let me|let's|i(?:'ll| will|'m going to| am going to|'m about to)|continuing (?:with|to)|starting (?:with|to|by)|moving on)\b|^still \w+ing\b|^now (?!that\b)(?:\w+ )?(?:add|apply|build|check|close|create|fix|implement|install|look|make|read|rebuild|register|replace|run|sync|test|update|verify|write|i have|i understand)\b|\band (?:continue|move (?:on|to))\b[^,;]*$/i;

/** What the agent did in order to know. */
const SEARCH =
  /^(?:(?:i|we|the agent)(?:'ve| have)? )?(?:(?:then|first|also|next|carefully|thoroughly) )*(?:i |we )?(?:searched|looked|read|explored|analy[sz]ed|examined|reviewed|checked|investigated|scanned|opened|browsed|studied|skimmed|listed|grepped|inspected|went through|ran (?:grep|rg|find|ls|a search|searches)|did some research)\b/i;

/** How hard or how well it went. */
const EFFORT =
  /\b(?:hardest|took (?:longer|a while|some time|hours)|longer than expected|progress was made|went (?:well|smoothly)|as (?:expected|planned)|excellence|was (?:easy|hard|difficult|straightforward))\b/i;

/** A report that something was taken care of, which names no thing. */
const TAKEN_CARE =
  /^(?:\p{L}[\p{L}-]+ ){1,4}(?:was |were |is |are )?(?:documented|completed|established|achieved|exceeded|maintained|improved|addressed|delivered)\.?$/iu;

/** What was learnt by it: then the bullet says something, after all. */
const FINDING =
  /\b(?:found|shows?|showed|reveal(?:s|ed)?|turned out|because|fails?|failed|missing|must|cannot|does not|doesn't|nobody|no \w+ (?:is|are|was|were|has|have)|only)\b|[:;→]\s*\S/i;

const MAX_LENGTH = 500;

/**
 * Whether the next phase could act on a bullet. It could not where the bullet tells what was searched, opened
 * or about to be done, how it went, or praises; a finding, a limit, a choice, a failure or an open task is
 * something to act on. It goes by words and can be wrong; how often is measured on labelled bullets.
 *
 * @param bullet what stands behind the bullet's mark, in English; its first 500 characters are judged.
 */
export function isActionable(bullet: string): boolean {
  const text = bullet
    .slice(0, MAX_LENGTH)
    .replace(/[*_✅]+/gu, "")
    .trim();
  const rest = text.replace(OPENING, "");
  if (INTENT.test(text) || INTENT.test(rest) || EFFORT.test(text)) return false;
  if (SEARCH.test(rest) && !FINDING.test(rest)) return false;
  return rest !== "" && !TAKEN_CARE.test(rest) && !isVagueNote(rest);
}
