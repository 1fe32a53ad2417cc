/** Placeholders of secrets: hints to the reader, variable names, removed values. */
const PLACEHOLDERS = [
  /^[<[{(%].*[>\]})%]$/,
  /^\$(?:[A-Za-z_]\w*$|[({])|\{\{|\$\{|^process\.env|^os\.environ/,
  /your|example|change[-_ ]?me|placeholder|redact|replace|insert|dummy|sample|goes[-_ ]?here|masked|lorem/i,
  /(?:^|[^a-z])(?:todo|fixme|test|testing|foo|bar|baz|fake|mock|none|null|undefined|hidden|removed)(?:[^a-z]|$)/i,
  /^(?:pass(?:word|wd|phrase)?|pwd|secret|token|admin|root|guest|user(?:name)?|default|empty|optional|required)\d{0,4}$/i,
  /\.\.\.|…|\*\*\*|xxxx|1234567|abcdef|qwerty/i,
];

/** A name in code (`settings.api_key`, `getToken()`), a path, an address, a date, a version. */
const REFERENCES = [
  /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+$/,
  /[([]/,
  /^(?:[a-z]:)?[.~@]{0,2}[\\/]/i,
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?$/,
  /^v?\d+(?:\.\d+){1,3}$/,
  /\.[a-z]{2,4}$/,
];

/** Returns true if a value is a placeholder: `<your-key>`, `${TOKEN}`, `changeme`, `xxxxxxxx`. */
export function isPlaceholder(value: string): boolean {
  return new Set(value).size < 5 || PLACEHOLDERS.some((placeholder) => placeholder.test(value));
}

/**
 * Returns true if a value looks like a chosen password: short ones too, but no plain words, because
 * `password: "required"` is more often a rule than a password.
 */
export function looksLikePassword(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || isPlaceholder(value) || isReference(value)) return false;
  const kinds = [/[A-Za-z]/, /\d/, /[^\w\s./:,-]/].filter((kind) => kind.test(value));
  return kinds.length > 1 && !isWords(value);
}

/**
 * Returns true if a value looks random like keys and tokens: long, with many different characters and without
 * words.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 12 || /\s/.test(value) || isPlaceholder(value) || isReference(value)) return false;
  if (isWords(value) || entropy(value) < 3) return false;
  return /\d/.test(value) ? /[A-Za-z]/.test(value) : caseChanges(value) > value.length / 5;
}

function isReference(value: string): boolean {
  return REFERENCES.some((reference) => reference.test(value));
}

/**
 * Returns true for words and small numbers joined in any way: `step-2-done`, `user_password`, `maxTokens`,
 * `v2`.
 */
function isWords(value: string): boolean {
  return value
    .split(/[-_.:/\s]+/)
    .every((part) => /^(?:v?\d{1,4}|[A-Za-z]?[a-z]*(?:[A-Z][a-z]{2,})*|[A-Z]+)$/.test(part));
}

function caseChanges(value: string): number {
  return value.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0;
}

/** Returns the bits per character by the frequency of each character in the value (Shannon 1948). */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
