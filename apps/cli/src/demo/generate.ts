import { layCalendar } from "./calendar";
import { generateClaims } from "./claims";
import { generateOAuth } from "./oauth";
import { generatePortal } from "./portal";
import { createRandom } from "./random";
import { generateRuns } from "./runs";
import type { SampleFile } from "./sample-file";
import { generateTranscripts } from "./transcripts";

/**
 * Makes the sample: what orchestrators and agents would have written over the 30 days up to `today`. It makes
 * inputs only; what handoffs let pass, and what they saved, is worked out by the policy core on the way.
 *
 * @param seed  any 32-bit whole number: the same seed and day give the same bytes.
 * @param today a day, `YYYY-MM-DD`, taken as UTC.
 */
export async function generateSample({
  seed,
  today,
}: {
  seed: number;
  today: string;
}): Promise<SampleFile[]> {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`"${today}" is no day of the form YYYY-MM-DD`);
  const random = createRandom(seed);
  const calendar = layCalendar(random.fork("calendar"), midnight);
  return [
    ...generateClaims(random.fork("claims"), calendar, midnight),
    ...(await generateOAuth(random.fork("oauth"), midnight)),
    ...generateRuns(random.fork("runs"), midnight),
    ...generatePortal(random.fork("portal"), midnight),
    ...generateTranscripts(random.fork("transcripts"), midnight),
  ];
}
