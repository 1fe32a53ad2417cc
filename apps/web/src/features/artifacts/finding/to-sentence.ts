/**
 * Findings, and reasons of the quarantine, are told in half sentences, for lines that begin with a code; a
 * path or a name in front stays as it is.
 */
export function toSentence(message: string): string {
  const isWord = /^[a-z]+(?:[\s,;]|$)/.test(message);
  const text = isWord ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
