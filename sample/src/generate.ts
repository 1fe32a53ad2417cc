import { drawStarts } from "./calendar";
import { generateClaims } from "./claims";
import { generateOAuth } from "./oauth";
import { generatePortal } from "./portal";
import { createRandom } from "./random";
import { generateRuns } from "./runs";
import { SampleData } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { generateTranscripts } from "./transcripts";

/**
 * Generates the files that orchestrators and agents would have written in the 30 days up to `today`.
 * Generates only inputs: the core computes outcomes and savings of handoffs.
 *
 * @param options.seed       a 32-bit whole number: the same seed and day give the same bytes.
 * @param options.today      a UTC day, `YYYY-MM-DD`.
 * @param options.dataFolder the path of `sample/data`.
 * @throws RangeError if `today` is not a day.
 */
export async function generateSample(options: {
  seed: number;
  today: string;
  dataFolder: string;
}): Promise<SampleFile[]> {
  const today = Date.parse(`${options.today}T00:00:00Z`);
  if (Number.isNaN(today)) throw new RangeError(`"${options.today}" is not a day of the form YYYY-MM-DD`);
  const random = createRandom(options.seed);
  const data = new SampleData(options.dataFolder);
  const settingOf = (story: string) => ({ random: random.fork(story), today, data });
  const starts = drawStarts(random.fork("calendar"), today);
  return [
    ...generateClaims(settingOf("claims"), starts),
    ...(await generateOAuth(settingOf("oauth"))),
    ...generateRuns(settingOf("runs")),
    ...generatePortal(settingOf("portal")),
    ...generateTranscripts(settingOf("transcripts")),
  ];
}
