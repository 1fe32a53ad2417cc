export interface WordRule {
  /** The recommended alternative. */
  readonly advice: string;
  readonly pattern: RegExp;
}

/** Lists wordings that make a sentence hard to read. Some also match correct English, so check each hit. */
export const WORD_RULES: readonly WordRule[] = [
  {
    advice: "Put the subject first",
    pattern: /(^|[.;:] )(Of|By) (?!(default|design|hand|convention|contrast)\b)[a-z`{]/i,
  },
  { advice: "Name the actor", pattern: /\b(whoever|nobody|somebody|everybody|anybody)\b/i },
  {
    advice: "Use an ordinary verb",
    pattern: /\b(stands?|stood) (in|for|there|here|below|above|beside|together|by|at|under|first|as|on)\b/i,
  },
  {
    advice: "Use an ordinary verb",
    pattern: /\b(is|are|was|were|be|been) told\b|\btold (over|of|apart)\b|\btells? (of|apart)\b/i,
  },
  {
    advice: "Write “compared with” or “blocked”",
    pattern: /\b(held|holds?) (\w+ ){0,6}against\b|\bheld back\b/i,
  },
  { advice: "Write “filter”", pattern: /\bnarrow(s|ed)?\b/i },
  { advice: "Use an ordinary verb", pattern: /\b(comes?|came) (of|to nothing|to an end|back|in)\b/i },
  {
    advice: "Say what it is",
    pattern: /\b(is|are|was|were) (no|none)\b(?! (longer|more than|less|other))/i,
  },
  { advice: "Use an ordinary verb", pattern: /\b(tak(e|es|en|ing)|took) (\w+ )?(in|back|apart|away)\b/i },
  {
    advice: "Use an ordinary verb",
    pattern: /\b(go|goes|went) (by|with it|over it)\b|\bthat (is|are) gone\b|\bgoes, /i,
  },
  { advice: "Use ordinary words", pattern: /\bas far as\b|\bby now\b|\bby (itself|themselves)\b/i },
  { advice: "Give the number", pattern: /\bas many (as|of|times)\b|\bso (many|much|few)\b/i },
  { advice: "Use ordinary words", pattern: /\bat the (most|least|latest)\b|\bfor ever\b/i },
  { advice: "Say what happened and what to do", pattern: /\bno such\b|\bthis is no\b|\bnot any ?more\b/i },
  { advice: "Write “validate” or “check”", pattern: /\bjudg(e|es|ed|ing|ements?)\b/i },
  {
    advice: "Use ordinary words",
    pattern: /\b(anew|afresh|beside|thereby|hence|therein|alike|lest|whatever|wherever)\b/i,
  },
  { advice: "Write “hand off” or “sender”", pattern: /\bhand(s|ed)? (on|over)\b|\bgiver\b/i },
  {
    advice: "Name the period",
    pattern: /\b(in|of|at) (this|that|its|their|all that) time\b|\b(time|period) before\b|\blately\b/i,
  },
  { advice: "Write “notification”", pattern: /\bnotices?\b/i },
  {
    advice: "Write “if” or “when”",
    pattern: /\bwhere (it|there|one|a|an|the|they|nothing|none|nobody|no) /i,
  },
  {
    advice: "Name the thing",
    pattern: /\b(says?|tells?|said|told) (what|which|so|how|whose|why|where|nothing|whether)\b/i,
  },
  {
    advice: "Use a term of the product",
    pattern:
      /\bmend(s|ed)?\b|\bin no (other )?(figure|sum)\b|\boff policy\b|\bgave it up\b|\blets? (\w+ )?(in|nobody)\b/i,
  },
  { advice: "Write “newest first”", pattern: /\bthe (newest|oldest|latest|worst|largest|smallest) first\b/i },
  { advice: "Write “metric” or “number”", pattern: /\bfigures?\b/i },
  {
    advice: "Start with a verb or a noun",
    pattern: /^(what|who|whom|whose|where|whether|how|of|by|when|that|which)\b[^?]*$/i,
  },
];
