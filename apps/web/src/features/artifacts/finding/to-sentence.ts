/**
 * Capitalizes a message: findings and quarantine reasons are written to follow a code. Leaves a path or a
 * name at the start unchanged.
 */
export function toSentence(message: string): string {
  const isWord = /^[a-z]+(?:[\s,;]|$)/.test(message);
  const text = isWord ? message.charAt(0).toUpperCase() + message.slice(1) : message;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
