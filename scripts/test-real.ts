import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { checkCases } from "./real-inputs/cases";
import { Checks } from "./real-inputs/checks";
import { checkCodex } from "./real-inputs/codex";
import { checkCompaction } from "./real-inputs/compaction";
import { checkCompactionClassifiers } from "./real-inputs/compaction-classifiers";
import { checkCompactionLosses } from "./real-inputs/compaction-losses";
import { checkHandoffDocuments } from "./real-inputs/handoff-documents";
import { checkJsonTestSuite } from "./real-inputs/json-test-suite";
import { checkManifests } from "./real-inputs/manifests";
import { checkNaughtyStrings } from "./real-inputs/naughty-strings";
import { readFolders } from "./real-inputs/read-folders";
import { startDatabase } from "./real-inputs/real-database";
import { checkSessionSources } from "./real-inputs/session-sources";
import { checkTasks } from "./real-inputs/tasks";
import { checkTranscripts } from "./real-inputs/transcripts";

/**
 * Runs parsers and ingest over inputs from outside the project, and compares the results with golden values:
 * `npm run test:real -- FOLDER`.
 */
const [, , path] = process.argv;
if (path === undefined || !existsSync(path)) {
  console.error("Which folder holds the inputs? npm run test:real -- FOLDER");
  process.exit(2);
}
const inputs = resolve(path);
const checks = new Checks();
checkTasks(checks, inputs);
checkHandoffDocuments(checks, inputs);
checkManifests(checks, inputs);
checkCompaction(checks, inputs);
checkCompactionClassifiers(checks, inputs);
checkCompactionLosses(checks, inputs);
const database = await startDatabase();
try {
  await readFolders(checks, database, inputs);
  if (existsSync(resolve(inputs, "spotter"))) await checkTranscripts(checks, database, inputs);
  await checkSessionSources(checks, database, inputs);
  await checkCodex(checks, database, inputs);
  await checkCases(checks, database, inputs);
  await checkJsonTestSuite(checks, database, inputs);
  await checkNaughtyStrings(checks, database, inputs);
} finally {
  await database.stop();
}
console.log();
process.exitCode = checks.close() ? 0 : 1;
