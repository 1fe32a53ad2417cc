/** What a model can take in at all, in tokens, where nobody says otherwise. */
export const DEFAULT_WINDOW_TOKENS = 200_000;
