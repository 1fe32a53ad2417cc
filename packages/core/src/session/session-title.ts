/** In UTF-16 units; longer titles have no room on a page. */
const TITLE_LENGTH = 200;

/** Returns the title of a source, shortened; null without one. */
export function shortenTitle(title: string | null | undefined): string | null {
  return title?.slice(0, TITLE_LENGTH) ?? null;
}

/**
 * Returns a title from a user's text; null if it is empty.
 *
 * @param inserted matches text added by the tool, which is never a title: text in tags by default.
 */
export function titleFromPrompt(prompt: string | null | undefined, inserted = /^</): string | null {
  const said = prompt?.trim() ?? "";
  return said === "" || inserted.test(said) ? null : shortenTitle(said);
}
