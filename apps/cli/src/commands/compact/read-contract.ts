import type { SurvivalContract } from "@baton/core/compaction";
import { CommandError } from "../../command-error";
import { nameInput, readJsonInput } from "../../input";

/** Reads the file of required facts, if the user names one. */
export async function readContract(path: string | undefined): Promise<SurvivalContract | undefined> {
  if (path === undefined) return undefined;
  const { SurvivalContract } = await import("@baton/core/compaction");
  const parsed = SurvivalContract.safeParse(await readJsonInput(path));
  if (parsed.success) return parsed.data;
  throw new CommandError(
    `${nameInput(path)} does not define required facts. Write { "literal": ["…"], "said": ["…"] } with non-empty texts.`,
  );
}
