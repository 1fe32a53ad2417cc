/** Endpoint of the model that writes summaries. */
export interface SummarizerSettings {
  /** An endpoint that speaks OpenAI's chat completions, up to and without `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
}

/**
 * Reads the endpoint from `BATON_SUMMARIZER_URL` and `BATON_SUMMARIZER_MODEL`, with the optional
 * `BATON_SUMMARIZER_KEY`. Null if one of the first two is not set.
 */
export function readSummarizerSettings(): SummarizerSettings | null {
  const { BATON_SUMMARIZER_URL, BATON_SUMMARIZER_MODEL, BATON_SUMMARIZER_KEY } = process.env;
  if (!BATON_SUMMARIZER_URL || !BATON_SUMMARIZER_MODEL) return null;
  return {
    baseUrl: BATON_SUMMARIZER_URL,
    model: BATON_SUMMARIZER_MODEL,
    apiKey: BATON_SUMMARIZER_KEY || "none",
  };
}

/** Returns the key of the digests in outlines, `BATON_OUTLINE_KEY`; undefined if not set. */
export function readOutlineKey(): string | undefined {
  return process.env.BATON_OUTLINE_KEY || undefined;
}

/**
 * Returns the environment for `git`: without variables that point it to another repository, as git sets them
 * in its own hooks, and without prompts at a terminal. Does not fetch what a partial clone lacks, because
 * that would run a command named by the repository.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (name.startsWith("GIT_")) delete environment[name];
  }
  return {
    ...environment,
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
  };
}
