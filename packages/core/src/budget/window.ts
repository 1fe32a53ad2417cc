/** Default context window of a model in tokens. */
export const DEFAULT_WINDOW_TOKENS = 200_000;
