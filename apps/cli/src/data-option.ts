import { resolve } from "node:path";
import { dataFolder } from "./project";

/** Arguments of `command.option(...DATA_OPTION)`: the same flag and text for every command. */
export const DATA_OPTION = [
  "--data <folder>",
  "folder of the database and all other data (default: BATON_DATA, else .data in a clone, else ~/.baton)",
] as const;

/** Returns the data folder that the option names, or else the default one. */
export function chosenDataFolder({ data }: { data?: string }): string {
  return data === undefined ? dataFolder() : resolve(data);
}
