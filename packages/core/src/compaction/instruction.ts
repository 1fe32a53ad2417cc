import { beginsAsOrder } from "../succession/next-action";

/**
 * Orders that other judges of actions do not know, since they say how an answer is to look, or begin a chat.
 */
const FURTHER_ORDERS =
  /^(?:please[, ]+|just |now |and |also |then )*(?:answer|ask|avoid|be|bring|build|calculate|check|close|count|do|don't|enable|explain|figure|focus|follow|give|go|help|ignore|keep|leave|let's|list|mark|move|name|never|only|port|print|process|provide|push|put|read|report|require|reply|round|say|search|separate|show|start|stop|tackle|take|tell|translate|try|use|websearch|work)\b/i;

/** What binds whoever reads it. */
const BINDING =
  /\b(?:must|never|always|should|shall|don't|do not|please|make sure|from now on|is (?:not )?allowed|may (?:not|only|change)|needs? to be|has to|have to)\b|\bi(?:'d| would)? (?:want|need|like|expect) (?!to\b)/i;

/** A request in the form of a question, or a question that wants an answer. */
const REQUEST =
  /\b(?:can|could|will|would) you\b|^(?:[\w\s,'’().-]{0,80}[,:] )?(?:and |so |but |in |on |at |of )?(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|can|could|should|has|have)\b[^\n]*\?\s*$/i;

/** What the host puts into a user's mouth: tags, notices in brackets. */
const NOTICE = /^\s*[<[]/;

const MAX_LENGTH = 1_000;

/**
 * Whether a sentence that a user said bids the agent to do, to leave or to answer something, or binds how it
 * is done. Remarks, thanks, reports and notices of the host are none. It goes by words and can be wrong; how
 * often is measured on labelled sentences.
 *
 * @param sentence one sentence in English; of a longer text its first 1,000 characters are judged.
 */
export function isInstruction(sentence: string): boolean {
  const text = sentence.slice(0, MAX_LENGTH).trim();
  if (NOTICE.test(text)) return false;
  return FURTHER_ORDERS.test(text) || BINDING.test(text) || REQUEST.test(text) || beginsAsOrder(text);
}
