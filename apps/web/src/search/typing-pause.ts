/** Pause in typing before a search starts, in milliseconds. */
export const TYPING_PAUSE_MILLISECONDS = 300;
