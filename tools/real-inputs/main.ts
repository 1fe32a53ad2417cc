import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { checkCases } from "./cases";
import { Checks } from "./checks";
import { checkCodex } from "./codex";
import { checkCompaction } from "./compaction";
import { checkCompactionClassifiers } from "./compaction-classifiers";
import { checkCompactionLosses } from "./compaction-losses";
import { checkExtraction } from "./extraction";
import { checkHandoffDocuments } from "./handoff-documents";
import { checkJsonTestSuite } from "./json-test-suite";
import { checkManifests } from "./manifests";
import { checkNaughtyStrings } from "./naughty-strings";
import { readFolders } from "./read-folders";
import { startDatabase } from "./real-database";
import { checkSessionSources } from "./session-sources";
import { checkTasks } from "./tasks";
import { checkTranscripts } from "./transcripts";

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
checkExtraction(checks, inputs);
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
