/** The two lines of business of the sample's insurer. */
export type Line = "motor" | "home";

/** A damaged thing, what is done about it, and what that costs, from and to, in pounds. */
export type Damage = readonly [
  item: string,
  action: "repair" | "replace" | "restore",
  low: number,
  high: number,
];

/** A kind of loss, in the words that every agent of the workflow would use about it. */
export interface Loss {
  line: Line;
  /** After "Motor claim CLM-…: " in the title of a session. */
  phrase: string;
  peril: string;
  /** Whether it happens on roads or in towns. */
  where: "road" | "town";
  /** What the customer says happened; `{place}`, `{hour}`, `{insured}` and `{other}` are filled in. */
  narratives: readonly [string, ...string[]];
  /** What the customer adds when asked. */
  answers: readonly [string, ...string[]];
  damages: readonly [Damage, ...Damage[]];
  /** What the photographs show. */
  findings: readonly [string, ...string[]];
  /** Numbers of the clauses that bear on it. */
  clauses: readonly [string, ...string[]];
  /** Papers that are asked for. */
  documents: readonly [string, ...string[]];
  /** Why one claim of the kind is harder to judge than another. */
  complications: readonly [string, ...string[]];
  /** What an investigator would look at twice. */
  doubts: readonly [string, ...string[]];
}
