/** The agent that the user talks to; subagents have their own IDs. */
export const MAIN_AGENT = "main";
