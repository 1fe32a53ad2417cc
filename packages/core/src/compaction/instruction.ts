import { beginsAsOrder } from "../handoff-document/next-action";
import { sentenceStart } from "./sentence-start";

/** Requests that other detectors miss: about the form of a response, or at the start of a chat. */
const FURTHER_ORDERS =
  /^(?:please[, ]+|just |now |and |also |then )*(?:answer|ask|avoid|be|bring|build|calculate|check|close|count|do|don't|enable|explain|figure|focus|follow|give|go|help|ignore|keep|leave|let's|list|mark|move|name|never|only|port|print|process|provide|push|put|read|report|require|reply|round|say|search|separate|show|start|stop|tackle|take|tell|translate|try|use|websearch|work)\b/i;

/** Requirements for the reader. */
const BINDING =
  /\b(?:must|never|always|should|shall|don't|do not|please|make sure|from now on|is (?:not )?allowed|may (?:not|only|change)|needs? to be|has to|have to)\b|\bi(?:'d| would)? (?:want|need|like|expect) (?!to\b)/i;

/** A request in the form of a question, or a question that wants an answer. */
const REQUEST =
  /\b(?:can|could|will|would) you\b|^(?:[\w\s,'’().-]{0,80}[,:] )?(?:and |so |but |in |on |at |of )?(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|can|could|should|has|have)\b[^\n]*\?\s*$/i;

/** Text that the host adds to user messages: tags, notes in brackets. */
const NOTICE = /^\s*[<[]/;

/**
 * Returns true if a user's sentence asks the agent to do, avoid or answer something, or sets a requirement.
 * False for remarks, thanks, reports and host messages. Detected by words, so it can be wrong; measured on
 * labeled sentences.
 *
 * @param sentence an English sentence; only its first 1,000 characters count.
 */
export function isInstruction(sentence: string): boolean {
  const text = sentenceStart(sentence).trim();
  if (NOTICE.test(text)) return false;
  return FURTHER_ORDERS.test(text) || BINDING.test(text) || REQUEST.test(text) || beginsAsOrder(text);
}
