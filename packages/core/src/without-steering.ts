const STEERING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Replaces characters that control a terminal, or change the text direction, with their codes: the output
 * may contain untrusted file content.
 */
export function withoutSteering(text: string): string {
  return text.replace(STEERING, showNumber);
}

function showNumber(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
