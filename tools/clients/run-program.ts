import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientLab } from "./client-lab";
import type { ClientName } from "./install-client";
import { runClient } from "./run-client";

/**
 * Runs a framework's program, `programs/NAME.mjs`, with the packages of that client. OpenTelemetry's exporter
 * finds ingest by its environment variables.
 *
 * @returns the lines that it prints.
 * @throws {Error} if it fails.
 */
export async function runProgram(
  { home, scratch, traces }: ClientLab,
  name: ClientName,
  parameters: readonly string[],
): Promise<string[]> {
  const program = join(home, "program.mjs");
  await cp(fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url)), program);
  const output = await runClient("node", [program, ...parameters], {
    cwd: scratch,
    environment: {
      HOME: scratch,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: `authorization=Bearer%20${traces.token}`,
    },
  });
  return output.trimEnd().split("\n");
}
