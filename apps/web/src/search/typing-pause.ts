/** How long nobody types before what was typed is looked for, in milliseconds. */
export const TYPING_PAUSE_MILLISECONDS = 300;
