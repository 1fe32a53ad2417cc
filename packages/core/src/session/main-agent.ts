/** The agent that the user talks to; subagents carry an id of their own. */
export const MAIN_AGENT = "main";
