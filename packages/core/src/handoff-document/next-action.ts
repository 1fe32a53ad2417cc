import type { ListItem, RootContent } from "mdast";
import { parseMarkdown } from "./parse-markdown";

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Verbs that change something or settle a question; each is an action. */
const EFFECTS = words(`
  add adapt address adjust align annotate apply approve archive ask assign attach audit automate await begin benchmark build bump
  capture change check clean clear close commit communicate compare complete compute configure confirm connect consolidate continue
  convert copy correct create cut debug decide define delete demonstrate deploy derive design determine develop disable discuss
  document draft drop edit eliminate enable ensure establish evaluate execute expand export extend extract factor filter finalize
  finish fix formalize format generate grant implement import improve include increase inform inline insert inspect install integrate
  introduce investigate join land link log make measure merge migrate minimize mock modify monitor move name notify optimise optimize
  pin plan point polish port post prepare promote propose prove publish push rebase rebuild record recreate redo refactor refresh
  regenerate release remove rename repair repeat replace reply reproduce request rerun resolve restart restore restructure retest retry
  revert review revise rewrite rework rotate run schedule send set settle ship simplify solve split stabilize start state stop submit
  substitute support swap switch sync tag tell test tidy track train translate trigger try tune unify unskip update upgrade upload use
  validate verify wait wire wrap write`);

/** Verbs that only lead to a place; they belong to the action that follows. */
const APPROACHES = words(`
  access browse consult continue explore find gather get go identify load locate log look navigate open perform proceed pull read
  search scroll see study understand visit obtain retrieve fetch collect`);

/** Verbs about the result or manner of an action, which belong to it. */
const MANNERS = words(
  "conclude focus give keep list mention note present provide report return show summarise summarize use",
);

/** Words before the verb of an instruction. */
const BEFORE_VERB =
  /^(?:(?:please|now|directly|carefully|first|next|also|specifically|finally|lastly|simply|just|still|either|to|you should|we (?:should|need to|must)|(?:phase|step|task) [\w.]+\s*:|(?:if|once|when|after|before|as soon as)\b[^,]*,)[\s,]*)+/i;

/** Words that announce another action, at any position. */
const SEQUENCE =
  /(?:[,;.]|\band)\s+(?:then|afterwards?|after that|next|finally|lastly|additionally|subsequently)\b|\b(?:once|when) (?:that|this|it)(?: is|'s)? (?:done|obtained|finished|complete|there)\b|\bif successful\b|\bafter(?:wards?| that)\b|\bfollowed by\b|\bstep 2\b|\.\s+(?:also|additionally)\b/i;

/** Words that name several remaining parts of a plan. */
const SEVERAL_PARTS =
  /(?<!depends? on (?:the )?)\b(?:phases?|steps?|tasks?)\s+\d+\b[^.]{0,80}?\band\s+(?:(?:phase|step|task)\s+)?\d+\b/i;

/** A label of a remark about an action, as in `Effort: 2 hours`. */
const REMARK = /^[*_]*[\w ]{2,24}[*_]*:/;

/**
 * Returns true if the next action has more than one step. Detected by words: lists of instructions, words for a
 * sequence, and verbs that start instructions. Results, directions, places to look at and remarks belong to
 * their action.
 *
 * @param text section of a handoff document in Markdown.
 */
export function namesSeveralActions(text: string): boolean {
  const blocks = parseMarkdown(text).children;
  let orders = 0;
  for (const block of blocks) {
    if (block.type === "list") {
      const items = block.children.map((item) => readItem(text, item)).filter((item) => item !== null);
      const isPlan =
        block.ordered === true || block.children.some((item) => typeof item.checked === "boolean");
      const steps = isPlan ? items.length : items.filter(({ isOrder }) => isOrder).length;
      if (steps > 1 || items.some(({ isSeveral }) => isSeveral)) return true;
      orders += steps;
    } else if (block.type === "paragraph") {
      const paragraph = sourceOf(text, block);
      if (saysSeveral(paragraph)) return true;
      // A line that only introduces a list is the same action as the list.
      if (!/:\s*$/.test(paragraph)) orders += countOrders(paragraph) >= 1 ? 1 : 0;
    }
  }
  return orders > 1;
}

interface ReadItem {
  isOrder: boolean;
  isSeveral: boolean;
}

/** Returns a list item; null if it is a remark. */
function readItem(text: string, item: ListItem): ReadItem | null {
  const [head, ...rest] = item.children;
  const first = head ? sourceOf(text, head) : "";
  const plain = first.replace(/^[^\p{L}`[{*_]+/u, "");
  if (REMARK.test(plain) && !/^[*_]*(?:phase|step|task)\b/i.test(plain)) return null;
  const nested = rest.flatMap((block) => (block.type === "list" ? block.children : []));
  const nestedOrders = nested.filter((child) => readItem(text, child)?.isOrder).length;
  return { isOrder: countOrders(plain) > 0, isSeveral: saysSeveral(plain) || nestedOrders > 1 };
}

function saysSeveral(text: string): boolean {
  const prose = toProse(text);
  return SEQUENCE.test(prose) || SEVERAL_PARTS.test(prose) || countOrders(text) > 1;
}

/** Returns the number of actions in a text: each effect, and one for going to at least three places. */
function countOrders(text: string): number {
  const verbs = listVerbs(toProse(text));
  const effects = verbs.filter(
    (verb) => EFFECTS.has(verb) && !APPROACHES.has(verb) && !MANNERS.has(verb),
  ).length;
  const approaches = verbs.filter((verb) => APPROACHES.has(verb)).length;
  return effects + (approaches > 2 ? 2 : approaches > 0 && effects === 0 ? 1 : 0);
}

/** Returns true if a sentence starts with the verb of an instruction, after polite or temporal words. */
export function beginsAsOrder(sentence: string): boolean {
  return listVerbs(toProse(sentence)).length > 0;
}

/**
 * Returns the verbs that start instructions: at the start of a sentence, and after a comma, a semicolon or
 * "and" in an instruction.
 */
function listVerbs(prose: string): string[] {
  const isVerb = (word: string) => EFFECTS.has(word) || APPROACHES.has(word) || MANNERS.has(word);
  return prose.split(/(?<=[.!?;])\s+|\n+/).flatMap((sentence) => {
    const [head = "", ...clauses] = sentence
      .replace(/\([^()]*\)/g, "")
      .split(/,\s+and\s+|,\s+|;\s+|\s+and\s+/i)
      .map((clause) => firstWord(clause));
    return isVerb(head) ? [head, ...clauses.filter(isVerb)] : [];
  });
}

function firstWord(clause: string): string {
  const [word = ""] = /^[a-z-]+/i.exec(clause.trim().replace(BEFORE_VERB, "")) ?? [];
  return word.toLowerCase().replace(/^re-?(?=run$|test$)/, "re");
}

/** Reduces Markdown to words: without code, quotes, link addresses and marks. */
function toProse(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`]*`/g, "X")
    .replace(/\]\([^()]*\)/g, "]")
    .replace(/[ \t]+/g, " ")
    .replace(/[*_[\]✅📋🟡🔥⭐🔴]/gu, "")
    .trim();
}

function sourceOf(text: string, node: RootContent): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}
