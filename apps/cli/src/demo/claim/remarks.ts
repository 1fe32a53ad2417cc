type Remarks = readonly [string, ...string[]];

/** What colleagues write down for one another, and what no model should read back to a customer. */
export const INTERNAL_NOTES: Remarks = [
  "Customer sounded distressed and mentioned a separation. Letters to her own address only, not to the joint one.",
  "Broker has asked twice for a quick settlement. Do not mention the review that is running on that office.",
  "Reserve was set low to stay below the referral threshold; raise it before the month closes.",
  "Same household complained to the ombudsman last year, reference on the yellow list. Be careful with deadlines.",
  "Repairer is under a pricing audit. Use the network price and do not quote theirs back.",
  "Supervisor wants this one closed this week for the quarterly figures. That is no reason to skip the second quote.",
  "Claimant is an employee of a supplier of ours. Keep out of the shared queue.",
  "Possible recovery against the fitter; legal has asked that nothing is said about it in writing yet.",
  "Investigator knows the address from an earlier case. Not to be disclosed to the customer or to the broker.",
  "Phone number belongs to a relative who speaks for the customer. No power of attorney on file.",
  "Offer was cleared up to £750 above the estimate if it ends the dispute. Never put the margin into a letter.",
  "Valuation guide and our own sales data differ; the lower one was used on the team lead's instruction.",
  "Medical detail was given on the phone and must not be copied into the assessment.",
  "Photographs four and five came from an older file. Ask again before relying on them.",
];

/** What the model of complexity weighs. */
export const COMPLEXITY_FACTORS: Remarks = [
  "number of damaged components",
  "dependence on calibration or drying before a price can be fixed",
  "parties other than the customer",
  "distance between the accounts given",
  "availability of parts or craftsmen",
  "share of the market value or of the sum insured",
  "earlier claims with the same cause",
  "documents outstanding after the second reminder",
];

export const COMPLEXITY_EVIDENCE: Remarks = [
  "taken from the estimate, counted after merging items of one assembly",
  "taken from the clause analysis, weighted by the limit that it touches",
  "compared with 214 closed claims of the same kind from the last three years",
  "read from the statement, with the follow-up answers taken into account",
  "taken from the repairer's calendar on the day of assessment",
  "open documents counted double when they decide on cover",
];

/** Sources that a fraud check asks, and what it is looking for there. */
export const FRAUD_CHECKS: readonly [FraudCheck, ...FraudCheck[]] = [
  [
    "claims register",
    "earlier claims of the person, the address and the object",
    "MIAFTR and CUE extracts, matched on name and date of birth",
  ],
  [
    "policy changes",
    "changes of cover in the 90 days before the loss",
    "policy administration, all endorsements since inception",
  ],
  [
    "photograph metadata",
    "time, place and device of each picture",
    "EXIF and sensor noise, six pictures compared pairwise",
  ],
  [
    "statement consistency",
    "differences between form, call and follow-up",
    "three accounts aligned sentence by sentence",
  ],
  [
    "weather and traffic",
    "whether conditions fit the account",
    "nearest station and road sensor within the hour",
  ],
  [
    "bank account",
    "whether the account belongs to the customer",
    "name check with the bank, no balance read",
  ],
  [
    "supplier network",
    "links between customer, repairer and witness",
    "company register, telephone numbers and addresses",
  ],
  ["document forensics", "changes to invoices and receipts", "fonts, layers and totals of four documents"],
];
type FraudCheck = readonly [check: string, purpose: string, source: string];

export const CHECK_RESULTS: Remarks = [
  "nothing found that contradicts the account",
  "consistent within the tolerance of the source",
  "one difference, explained by the customer on request",
  "no entry for the person, two for the address under earlier owners",
  "the source does not reach back far enough to say",
];

/** What an assessor writes about how bad it is. */
export const SEVERITY_OPENINGS: Record<"minor" | "moderate" | "major", Remarks> = {
  minor: [
    "Minor. The damage is local, nothing behind it is affected, and the price can be fixed from photographs alone.",
    "Minor. Parts are in stock, one workshop can do the whole of it, and no safety system is involved.",
  ],
  moderate: [
    "Moderate. More than one trade is needed and one item can only be priced after the first has been opened up.",
    "Moderate. The damage itself is plain, but its cause brings a second party and a second excess into the case.",
  ],
  major: [
    "Major. Several assemblies are affected, the object cannot be used until the work is done, and the estimate may move by a fifth.",
    "Major. The work takes weeks, cover for consequences applies beside the damage itself, and the reserve has to allow for both.",
  ],
};

/** Longer reasons of an assessor, of which a major case needs many. */
export const SEVERITY_REASONS: Remarks = [
  "Access has to be made before the extent is known: what is visible accounts for about two thirds of the hours in comparable cases, and the rest appears once covers, boards or trim are off.",
  "Two of the items depend on each other, so that doing them in the wrong order would mean doing one of them twice. The plan therefore puts the structural item first and leaves finishing to the end.",
  "The lead time of one part decides on the duration. It is quoted at three to five weeks, and the substitute that the workshop proposed does not carry the maker's approval.",
  "Use in the meantime is limited rather than excluded, which speaks against a full allowance for loss of use but does not remove it.",
  "The pictures show clean edges and fresh surfaces, so the damage is of one age. There is no sign that an older defect is being repaired under this claim.",
  "Labour rates in the region have risen by about six per cent since the guideline was last revised, which explains most of the distance to the older comparable cases.",
  "Should the opened-up inspection show that the load-bearing part is affected, the case moves to the next class and has to be referred before work goes on.",
  "The object was in good order before the event: the last inspection has no remark, and wear is what its age would lead one to expect.",
  "A second quotation differs by eleven per cent, nearly all of it in one line, and the difference disappears when the same specification is used for both.",
  "The customer asked for one improvement beyond reinstatement. It is priced apart, is not part of the estimate and has been explained on the telephone.",
  "Weather during the work may add days for protection; a lump sum is included for sheeting, none for overtime.",
  "Safety systems have to be tested after the repair and a record kept. The test needs a workshop that is equipped for it, of which there are two within reach.",
  "Salvage has some value. It is shown separately so that the figure can be set against either settlement route without being counted twice.",
  "Residual value after repair is likely to be a little lower than before. The policy does not cover that, and the letter should say so in plain words.",
  "The assessment rests on twelve pictures, one call and the workshop's first diagnosis. A visit would narrow the range, at a cost that the range does not justify.",
];

/** Reasons for a recommendation. */
export const RECOMMENDATION_REASONS: Remarks = [
  "Cover is clear for the event itself and nothing on file speaks for an exclusion.",
  "The likely cost lies in the middle of what comparable cases were settled for.",
  "The finding of the fraud check stays below the threshold at which a case is referred.",
  "Repair by the network is available within the time that the guideline allows.",
  "The excess is deducted once and can be recovered from the party at fault.",
  "A quick payment of the undisputed part keeps the cost of alternative arrangements down.",
  "One document is outstanding but would change the amount by less than five per cent.",
  "The customer has asked for reinstatement rather than cash, which the wording allows us to choose.",
];
