/**
 * Verbs and nouns of choosing, of something that was preferred to
 * something else, or of something that was given up.
 */
const CHOICE =
  /\b(?:chose|chosen|decided|opted|opting|went with|going with|selected|settled on|agreed|rejected|adopted|deferred|postponed|standardi[sz]ed on|(?:use|used|uses|using) [^.]{1,60} (?:not|instead)|choice of|in favou?r of|instead of|rather than|as opposed to|replaced? [^.]{1,80} (?:with|by)|replaced with|(?:changed|switched|migrated) [^.]{0,80}\bto\b|need to use|(?:was|were) (?:dropped|removed|moved|kept|replaced)|simplified (?:to|uniform)|no longer (?:use|support))\b|\bskipped:|\binstead[.,]?$|^instead use\b/i;

/** A decision that is called one. */
const LABEL = /^[*_]*(?:decision|decided|agreed|resolution|chosen|verdict)[*_]*:[*_]*\s*\S/i;

/** What is to stay as it is, or never to be. */
const RULE =
  /\b(?:we|i)(?:'ll| will| shall) (?:not|never|use|keep|place|put|leave|stay|only)\b|\b(?:stays?|remains?) (?:on|off|as|in|with|out|the)\b/i;

/** What was left out on purpose: `NOT duplicated`, `, not redefined`, `(not Closure.lean)`. */
const OMISSION = /\bNOT \w+ed\b|(?:,|\() ?not (?!yet|only|all|done|sure|available|found|started)[`\w]/;

/** A placement with its reason, or a use that begins the sentence as an order: `Use X for Y`. */
const PLACEMENT =
  /\b(?:placed|moved|removed|kept|put|renamed)\b[^.]{1,120}\b(?:for|because|since|so that|to (?:avoid|enable|keep|prevent))\b|^[-*\s]*(?:always |only )?use \S/i;

/** A question, a wish to look, a decision that somebody has yet to make. */
const UNDECIDED =
  /\?\s*$|\b(?:let me|yet to (?:decide|be decided)|to be decided|undecided|decision (?:on|point|required)|still open|tbd|either|could|might)\b/i;

/** What is longer says more than one thing; its beginning is looked at. */
const MAX_LENGTH = 500;

/**
 * Whether a sentence tells of a choice that was made and binds what comes later: one way over another,
 * something given up, or a rule that holds from now on. Reports of work, findings and plans of the next step
 * are none. It goes by words and can be wrong; how often is measured on labelled sentences.
 *
 * @param sentence one sentence in English; of a longer text its first 500 characters are judged.
 */
export function isDecision(sentence: string): boolean {
  const text = sentence.slice(0, MAX_LENGTH).trim();
  if (LABEL.test(text)) return true;
  if (UNDECIDED.test(text)) return false;
  return CHOICE.test(text) || RULE.test(text) || OMISSION.test(text) || PLACEMENT.test(text);
}
