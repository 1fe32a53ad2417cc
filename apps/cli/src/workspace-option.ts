import { InvalidArgumentError } from "commander";

/** Reads the name of a workspace from the command line. */
export function parseWorkspace(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(text)) return text;
  throw new InvalidArgumentError("Use up to 63 lowercase letters, digits and hyphens.");
}
