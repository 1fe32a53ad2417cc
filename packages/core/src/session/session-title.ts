/**
 * A text that a client adds in tags: commands, reminders, notifications. Their names have a hyphen or an underscore, which
 * no element of HTML has, or are known. People paste HTML, and write tags such as `<task>` in their prompts.
 */
export const INSERTED = /^\s*<(?:[a-z]+(?:[-_][a-z]+)+|instructions|permissions|skill)[\s/>]/i;

/** In UTF-16 units; longer titles have no room on a page. */
const TITLE_LENGTH = 200;

/** Spaces, line breaks and control characters. */
const SPACE = /[\s\p{Cc}]+/gu;

/** A character without the start of the next one: not half of a pair, nor a sign that waits for another. */
const OPEN_END = /(?:[\ud800-\udbff\s]|\u200d)+$/;

/** Returns the title of a source on one line, shortened; null without one. */
export function shortenTitle(title: string | null | undefined): string | null {
  if (title === null || title === undefined) return null;
  const line = title
    .slice(0, 4 * TITLE_LENGTH)
    .replace(SPACE, " ")
    .trim();
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1).replace(OPEN_END, "")}…` : line;
}

/**
 * Returns a title from a user's text; null if it is empty.
 *
 * @param inserted matches text added by the tool, which is never a title: text in tags by default.
 */
export function titleFromPrompt(prompt: string | null | undefined, inserted = INSERTED): string | null {
  const said = prompt?.trim() ?? "";
  return said === "" || inserted.test(said) ? null : shortenTitle(said);
}
