/** Text to keep: code, quotes. */
const VERBATIM = /(`[^`]*`|"[^"]*"|“[^”]*”|(?<!\p{L})'[^']*'(?!\p{L}))/u;

/** Longer texts are not notes and stay, because finding their quotes could take long. In UTF-16 units. */
const MAX_LENGTH = 10_000;

/** Phrases and their short forms, in the order of replacement. */
const FILLERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:please|kindly|basically|actually|simply|really|very|quite|just)\s+/giu, ""],
  [/\b(?:make|be) sure (?:to|that you)\s+/giu, ""],
  [/\b(?:remember|do not forget|don't forget|be careful) to\s+/giu, ""],
  [/\b(?:it is|it's) (?:important|necessary|required) to\s+/giu, ""],
  [/\b(?:please )?note that\s+/giu, ""],
  [/\byou (?:should|must|need to|have to)\s+/giu, ""],
  [/\bin order to\b/giu, "to"],
  [/\bdue to the fact that\b/giu, "since"],
  [/\bas well as\b/giu, "and"],
  // A single letter before an article may be a name: "rename a to b".
  [/\b(?:the|an?)\s+(?=\p{Ll}{3})(?!and\b|but\b|for\b|from\b|into\b|nor\b|not\b|with\b)/giu, ""],
];

/**
 * Removes filler words from a note. Keeps code, quotes and possible names.
 *
 * @returns the note; unchanged if it would become empty or is far too long.
 */
export function shortenNote(note: string): string {
  if (note.length > MAX_LENGTH) return note;
  const shortened = note
    .split(VERBATIM)
    .map((part, index) => (index % 2 === 1 ? part : dropFillers(part)))
    .join("")
    .trim();
  const [first = "", ...rest] = shortened;
  const wasCapital = /^\s*\p{Lu}/u.test(note);
  return shortened === "" ? note : (wasCapital ? first.toUpperCase() : first) + rest.join("");
}

function dropFillers(text: string): string {
  return FILLERS.reduce(
    (shorter, [filler, short]) => shorter.replace(filler, short),
    text.replace(/\s+/gu, " "),
  );
}
