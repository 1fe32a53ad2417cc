import { StartError } from "@baton/db/server";
import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { CommandError, EXIT_CODES } from "./command-error";
import { registerAdmin } from "./commands/admin";
import { registerAudit } from "./commands/audit";
import { registerCold } from "./commands/cold";
import { registerCompact } from "./commands/compact";
import { registerCompressArtifact } from "./commands/compress-artifact";
import { registerDemo } from "./commands/demo";
import { registerDoctor } from "./commands/doctor";
import { registerExportOpencode } from "./commands/export-opencode";
import { registerFormats } from "./commands/formats";
import { registerGate } from "./commands/gate";
import { registerHandoff } from "./commands/handoff";
import { registerHook } from "./commands/hook";
import { registerIngest } from "./commands/ingest";
import { registerInit } from "./commands/init";
import { registerManifest } from "./commands/manifest";
import { registerManifestStats } from "./commands/manifest-stats";
import { registerMcp } from "./commands/mcp";
import { registerMemory } from "./commands/memory";
import { registerMigrate } from "./commands/migrate";
import { registerOffload } from "./commands/offload";
import { registerPolicy } from "./commands/policy";
import { registerPrices } from "./commands/prices";
import { registerProgress } from "./commands/progress";
import { registerCompactions, registerHandoffs, registerSessions } from "./commands/records";
import { registerScope } from "./commands/scope";
import { registerStart } from "./commands/start";
import { registerStatus } from "./commands/status";
import { registerStop } from "./commands/stop";
import { registerTask } from "./commands/task";
import { registerTemplate } from "./commands/template";
import { registerText } from "./commands/text";
import { registerTokens } from "./commands/tokens";
import { registerUsage } from "./commands/usage";
import { registerValidateManifest } from "./commands/validate-manifest";
import { registerVerify } from "./commands/verify";
import { registerVerifyExport } from "./commands/verify-export";
import { registerWorkflow } from "./commands/workflow";
import { registerWorkflowContext } from "./commands/workflow-context";
import { printProgress } from "./output";

const EXIT_STATUS = `
Exit codes: ${EXIT_CODES.fine} fine, ${EXIT_CODES.failure} findings or a failure, ${EXIT_CODES.misuse} misuse.
The database is DATABASE_URL, or Baton's own: in BATON_DATA, else .data in a clone, else ~/.baton.`;

/**
 * Runs one command line.
 *
 * @param words the arguments after the program's name.
 * @returns the exit code; a command sets `process.exitCode` if it finished but has findings.
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    const program = createProgram();
    const [first, ...names] = words;
    // Commander would show the help of the whole program for an unknown command.
    if (first === "help") findCommand(program, names).help();
    await program.parseAsync([...words], { from: "user" });
    return Number(process.exitCode ?? EXIT_CODES.fine);
  } catch (error) {
    return explain(error);
  }
}

/** Returns the command with a path of names, such as `policy lint`. @throws CommanderError if one is unknown. */
function findCommand(program: Command, names: readonly string[]): Command {
  return names.reduce((parent, name) => {
    const found = parent.commands.find((each) => [each.name(), ...each.aliases()].includes(name));
    return found ?? parent.error(`error: unknown command '${name}'`);
  }, program);
}

/** Creates the program with all commands. */
export function createProgram(): Command {
  const program = new Command("baton")
    .description("Control and audit what AI agents pass to each other.")
    .version(packageJson.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", EXIT_STATUS)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "baton: ")) })
    .showHelpAfterError("Run it with --help for its arguments and options.")
    .exitOverride();
  program.commandsGroup("Start:");
  program.helpCommand("help [command]", "print the help of a command");
  registerStart(program);
  registerStop(program);
  registerStatus(program);
  registerDoctor(program);
  registerInit(program);
  registerTemplate(program);
  program.commandsGroup("Look at handoffs:");
  registerIngest(program);
  registerFormats(program);
  registerExportOpencode(program);
  registerSessions(program);
  registerHandoffs(program);
  registerUsage(program);
  registerPrices(program);
  registerCompactions(program);
  registerVerify(program);
  registerCold(program);
  registerVerifyExport(program);
  registerDemo(program);
  program.commandsGroup("Govern handoffs:");
  registerPolicy(program);
  registerScope(program);
  registerTask(program);
  registerText(program);
  registerAudit(program);
  registerMigrate(program);
  registerAdmin(program);
  program.commandsGroup("Continue work:");
  registerHandoff(program);
  registerProgress(program);
  registerMemory(program);
  registerHook(program);
  registerMcp(program);
  program.commandsGroup("Keep handoffs small:");
  registerCompact(program);
  registerOffload(program);
  registerCompressArtifact(program);
  registerValidateManifest(program);
  registerGate(program);
  registerManifest(program);
  registerManifestStats(program);
  registerWorkflow(program);
  registerWorkflowContext(program);
  program.commandsGroup("Try things out:");
  registerTokens(program);
  return program;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.fine : EXIT_CODES.misuse;
  if (error instanceof CommandError || error instanceof StartError) {
    printProgress(`baton: ${error.message}`);
    return error instanceof CommandError ? error.exitCode : EXIT_CODES.failure;
  }
  const trace = error instanceof Error ? error.stack : String(error);
  printProgress(`baton: an unexpected error. This is a bug in Baton.\n${trace}`);
  return EXIT_CODES.failure;
}
