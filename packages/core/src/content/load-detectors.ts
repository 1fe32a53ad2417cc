import { DETECTOR_NAMES, type DetectorName } from "./content-rule-names";
import type { ContentFinder, Detectors } from "./detectors";
import { matchesOf } from "./matches-of";

/** Creates the finder of a rule. @throws Error if its pattern is invalid. */
type CreateFinder = (pattern: string) => ContentFinder;

/**
 * Loads each detector with its library, from a file of its own, because a hook that starts for each prompt has little time. Expressions only locate candidates, of bounded length so that any text takes linear time; libraries decide
 * about each.
 */
const LOADERS: Readonly<Record<DetectorName, (texts?: readonly string[]) => Promise<CreateFinder>>> = {
  secret: async (texts) => {
    if (texts) {
      const { mayContainSecret } = await import("./secret-prefilter");
      if (!texts.some(mayContainSecret)) return always(() => []);
    }
    const { SecretScanner } = await import("#secrets");
    const scanner = new SecretScanner();
    return () => (text) => scanner.findSecrets(text);
  },
  email: () => import("./validated-finders").then(({ findEmails }) => always(findEmails)),
  payment_card: () => import("./validated-finders").then(({ findCards }) => always(findCards)),
  ip_address: () => import("./validated-finders").then(({ findAddresses }) => always(findAddresses)),
  phone: () => import("./phone-finder").then(({ findPhones }) => always(findPhones)),
  iban: () => import("./iban-finder").then(({ findIbans }) => always(findIbans)),
  us_ssn: async () => always((text) => matchesOf(SSN, text)),
  url_credentials: async () =>
    always((text) => (text.includes("://") ? matchesOf(URL_CREDENTIALS, text) : [])),
  pattern: () => import("./pattern-finder").then(({ createPatternFinder }) => createPatternFinder),
  file_path: () => import("./path-finder").then(({ createPathFinder }) => createPathFinder),
};

/** The Social Security Administration assigns none of 000, 666 and 9xx, nor groups and serials of zeros. */
const SSN = /(?<![\d-])(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-]|\.\d)/g;
/** The user and password of an address. */
const URL_CREDENTIALS = /(?<=:\/\/)[^\s/:@"'<>`]{0,100}:[^\s/"'<>`]{1,200}(?=@)/g;

function always(find: ContentFinder): CreateFinder {
  return () => find;
}

/**
 * Loads the detectors of content rules, some 500 kB in files of their own. Pass them to `compilePolicy`. A policy with
 * content rules but without detectors withholds every text that a rule could redact or refuse.
 *
 * The detector `secret` needs Node; in a browser, its rules fail.
 *
 * @param names the detectors to load; all by default. Rules with others fail.
 * @param texts the only texts that they will search; by default any. A detector that cannot find anything in them is not
 * loaded.
 */
export async function loadDetectors(
  names: Iterable<DetectorName> = DETECTOR_NAMES,
  texts?: readonly string[],
): Promise<Detectors> {
  const loaded = await Promise.all(
    [...new Set(names)].map(async (name) => [name, await LOADERS[name](texts)] as const),
  );
  const creators = new Map(loaded);
  return {
    createFinder({ detector, pattern = "" }) {
      const create = creators.get(detector);
      if (!create) throw new Error(`the detector ${detector} is not loaded`);
      return create(pattern);
    },
  };
}
