import type { Detectors } from "./detectors";

/**
 * Loads the detectors of content rules: some 500 kB, in a file of its own. Pass them to `compilePolicy`. A policy
 * with content rules but without detectors withholds every text that a rule could redact or refuse.
 *
 * The detector `secret` needs Node; in a browser, its rules fail.
 */
export async function loadDetectors(): Promise<Detectors> {
  const [{ createDetectors }, { SecretScanner }] = await Promise.all([
    import("./library-detectors"),
    import("#secrets"),
  ]);
  return createDetectors(new SecretScanner());
}
