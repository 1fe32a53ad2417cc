import { TEMPLATES } from "@baton/core/templates";
import { Argument, type Command } from "commander";
import { JSON_OPTION, printJson, printText } from "../output";

type TemplateName = keyof typeof TEMPLATES;

/** `baton template NAME`: print instructions or a document template for an agent. */
export function registerTemplate(program: Command): void {
  program
    .command("template")
    .summary("print instructions or a document template for an agent")
    .description("Print the instructions for an agent or a teammate, or a document to fill in.")
    .addArgument(new Argument("<name>", "template name").choices(Object.keys(TEMPLATES)))
    .option(...JSON_OPTION)
    .action((name: TemplateName, { json }: { json?: true }) => {
      const text = TEMPLATES[name].render();
      if (json) printJson({ name, text });
      else printText(text.trimEnd());
    });
}
