import { sentenceStart } from "./sentence-start";

/** Verbs and nouns of choosing, preferring or giving up. */
const CHOICE =
  /\b(?:chose|chosen|decided|opted|opting|went with|going with|selected|settled on|agreed|rejected|adopted|deferred|postponed|standardi[sz]ed on|(?:use|used|uses|using) [^.]{1,60} (?:not|instead)|choice of|in favou?r of|instead of|rather than|as opposed to|replaced? [^.]{1,80} (?:with|by)|replaced with|(?:changed|switched|migrated) [^.]{0,80}\bto\b|need to use|(?:was|were) (?:dropped|removed|moved|kept|replaced)|simplified (?:to|uniform)|no longer (?:use|support))\b|\bskipped:|\binstead[.,]?$|^instead use\b/i;

/** An explicitly labeled decision. */
const LABEL = /^[*_]*(?:decision|decided|agreed|resolution|chosen|verdict)[*_]*:[*_]*\s*\S/i;

/** States what must stay or must never be. */
const RULE =
  /\b(?:we|i)(?:'ll| will| shall) (?:not|never|use|keep|place|put|leave|stay|only)\b|\b(?:stays?|remains?) (?:on|off|as|in|with|out|the)\b/i;

/** Deliberate omissions: `NOT duplicated`, `, not redefined`, `(not Closure.lean)`. */
const OMISSION = /\bNOT \w+ed\b|(?:,|\() ?not (?!yet|only|all|done|sure|available|found|started)[`\w]/;

/** A placement with its reason, or a use that starts the sentence as an instruction: `Use X for Y`. */
const PLACEMENT =
  /\b(?:placed|moved|removed|kept|put|renamed)\b[^.]{1,120}\b(?:for|because|since|so that|to (?:avoid|enable|keep|prevent))\b|^[-*\s]*(?:always |only )?use \S/i;

/** A question, a suggestion to look, or an open decision. */
const UNDECIDED =
  /\?\s*$|\b(?:let me|yet to (?:decide|be decided)|to be decided|undecided|decision (?:on|point|required)|still open|tbd|either|could|might)\b/i;

/**
 * Returns true if a sentence reports a decision that binds later work: a choice, something given up, or a
 * rule from now on. False for reports of work, findings and next steps. Detected by words, so it can be
 * wrong; measured on labeled sentences.
 *
 * @param sentence an English sentence; only its first 1,000 characters count.
 */
export function isDecision(sentence: string): boolean {
  const text = sentenceStart(sentence).trim();
  if (LABEL.test(text)) return true;
  if (UNDECIDED.test(text)) return false;
  return CHOICE.test(text) || RULE.test(text) || OMISSION.test(text) || PLACEMENT.test(text);
}
