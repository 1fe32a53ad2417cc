import { loadPolicies } from "./policies";
import { SampleData } from "./sample-data";

/** A version of the sample's policy as its owners published it. */
export interface SampleRelease {
  /** The policy file, as text. */
  document: string;
  /** Names of the owners. */
  author: string;
  reviewer: string;
  note: string;
  /** The comment of the reviewer. */
  comment: string;
}

const [DANA, INES] = ["Dana Whitfield", "Ines Okafor"];

/**
 * Lists the published versions of the sample's policy, oldest first.
 *
 * @param dataFolder the path of `sample/data`.
 */
export function listReleases(dataFolder: string): SampleRelease[] {
  const { first, widened, closed } = loadPolicies(new SampleData(dataFolder));
  return [
    {
      document: first.document,
      author: DANA,
      reviewer: INES,
      note: "Enforce the rules of the claims workflow and the service desk after the trial",
      comment: "The trial removed nothing that an agent asked for later.",
    },
    {
      document: widened.document,
      author: DANA,
      reviewer: INES,
      note: "Recommendation also needs the claim history and the network analysis",
      comment: "Agreed: four recommendations of last week named no reason.",
    },
    {
      document: closed.document,
      author: INES,
      reviewer: DANA,
      note: "Block internal notes that explainability returns to recommendation",
      comment: "Found on the page of leaks. The rule for severity blocks the same field.",
    },
  ];
}
