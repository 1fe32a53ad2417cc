import type { Command } from "commander";
import { registerTextCheck } from "./text/check";

/** `baton text …`: apply content rules to texts. */
export function registerText(program: Command): void {
  const text = program
    .command("text")
    .summary("apply content rules to texts")
    .description("Apply the content rules of a policy to texts.");
  registerTextCheck(text);
}
