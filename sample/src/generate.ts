import { drawStarts } from "./calendar";
import { generateClaims } from "./claims";
import { generateDesk } from "./desk";
import { generateOAuth } from "./oauth";
import { loadPolicies } from "./policies";
import { generatePortal } from "./portal";
import { createRandom } from "./random";
import { generateRoutine } from "./routine-transcripts";
import { generateRuns } from "./runs";
import { SampleData } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { generateTranscripts } from "./transcripts";

/**
 * Generates the files that orchestrators and agents would have written in the 75 days up to `today`.
 * Generates only inputs: the core computes outcomes and savings of handoffs.
 *
 * @param options.seed       a 32-bit whole number: the same seed and day give the same bytes.
 * @param options.today      a UTC day, `YYYY-MM-DD`.
 * @param options.dataFolder the path of `sample/data`.
 * @param options.isSmall    leaves out the service desk, which has most of the data.
 * @throws RangeError if `today` is not a day.
 */
export async function generateSample(options: {
  seed: number;
  today: string;
  dataFolder: string;
  isSmall?: boolean;
}): Promise<SampleFile[]> {
  const today = Date.parse(`${options.today}T00:00:00Z`);
  if (Number.isNaN(today)) throw new RangeError(`"${options.today}" is not a day of the form YYYY-MM-DD`);
  const random = createRandom(options.seed);
  const data = new SampleData(options.dataFolder);
  const settingOf = (story: string) => ({ random: random.fork(story), today, data });
  const starts = drawStarts(random.fork("calendar"), today);
  const policies = loadPolicies(data);
  return [
    ...generateClaims(settingOf("claims"), starts, policies),
    ...(options.isSmall ? [] : await generateDesk(settingOf("desk"), policies)),
    ...(await generateOAuth(settingOf("oauth"))),
    ...generateRuns(settingOf("runs")),
    ...generatePortal(settingOf("portal")),
    ...generateTranscripts(settingOf("transcripts")),
    ...generateRoutine(settingOf("routine")),
  ];
}
