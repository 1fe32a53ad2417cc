import type { Environment } from "@/env";
import type { Commands } from "@/frame/commands";

/** Returns how people run commands of the installation that this server belongs to. */
export function commandsOf({
  BATON_START_COMMAND,
  BATON_COMMAND,
}: Pick<Environment, "BATON_START_COMMAND" | "BATON_COMMAND">): Commands {
  const isPlainClone = BATON_START_COMMAND === "npm start";
  return {
    start: BATON_START_COMMAND ?? null,
    baton: isPlainClone ? "npx baton" : BATON_COMMAND,
    anywhere: BATON_COMMAND,
  };
}
