/** The supported encodings by OpenAI's names; the first is the default. */
export const ENCODINGS = ["cl100k_base", "o200k_base"] as const;

export type Encoding = (typeof ENCODINGS)[number];
