/** A clause of the policy wording: what it is called, what it says, and what an agent makes of it. */
export interface Clause {
  title: string;
  wording: string;
  reasoning: string;
}

/**
 * The wording of the sample's insurer, as far as the sample's
 * claims touch it. `H` stands for the home policy.
 */
export const CLAUSES: Readonly<Record<string, Clause>> = {
  "2.1": {
    title: "Accidental damage to your vehicle",
    wording:
      "We will pay for damage to your vehicle caused by a collision or other sudden and unforeseen event, up to its market value immediately before the damage.",
    reasoning:
      "The event was sudden and external, and the statement and the photographs describe the same contact. Nothing on file points to wear or a mechanical fault.",
  },
  "2.2": {
    title: "Airbags and restraint systems",
    wording:
      "Where an airbag or a belt tensioner has been released we will pay for its replacement and for the control unit.",
    reasoning:
      "Release is shown in the workshop's diagnosis. Replacement belongs to the repair and is not a benefit of its own.",
  },
  "2.3": {
    title: "Damage by an unknown third party",
    wording:
      "Damage by a third party who cannot be traced is treated as accidental damage. The excess applies and is refunded if the third party is found.",
    reasoning:
      "No third party could be traced from the material on file. The clause applies as it stands, with the excess.",
  },
  "2.4": {
    title: "Sensors and driver assistance",
    wording:
      "Cover includes the calibration of cameras, radar and parking sensors where the manufacturer requires it after a repair, at a workshop of our network.",
    reasoning:
      "The parts to be replaced carry or cover sensors for which the manufacturer prescribes calibration. Cover follows the repair; the choice of workshop is limited by it.",
  },
  "2.5": {
    title: "Glass",
    wording:
      "Windscreen and windows are repaired or replaced subject to the glass excess. A glass claim does not affect the no claims discount.",
    reasoning:
      "The glass is damaged by the same event, yet carries its own excess, so the two parts are settled apart.",
  },
  "3.1": {
    title: "Theft",
    wording:
      "We will pay if your vehicle is stolen and not recovered within 30 days of the report, provided that it was locked and that all keys are surrendered.",
    reasoning:
      "The vehicle was reported without delay and both keys have been offered. Settlement waits for the 30 days and for the reading of the keys.",
  },
  "3.3": {
    title: "Keyless entry",
    wording:
      "Theft without force is covered for vehicles with keyless entry where the maker's current software is installed or a tracker is fitted.",
    reasoning:
      "The vehicle has keyless entry and a tracker that reported at the time, so the absence of force is not held against the claim.",
  },
  "4.1": {
    title: "Storm, hail and flood",
    wording:
      "We will pay for damage by hail, storm or flood recorded within 15 kilometres of the place where your vehicle stood.",
    reasoning:
      "Weather records show the event within the distance and the hour, so no further proof is asked for.",
  },
  "5.1": {
    title: "Duty to report crime",
    wording:
      "Theft and malicious damage are to be reported to the police within 24 hours; we need the reference number.",
    reasoning: "The reference number is on file and the report precedes the notification to us.",
  },
  "5.2": {
    title: "Excess",
    wording:
      "The compulsory and the voluntary excess shown in the schedule are deducted from every payment, once an event, and may be recovered from a third party at fault.",
    reasoning:
      "One event, one excess. It is deducted from the settlement and listed for recovery where a third party is at fault.",
  },
  "5.4": {
    title: "Duty to state facts",
    wording:
      "Mileage, use and keeper are to be stated truthfully at each renewal. A careless misstatement reduces the payment in proportion to the premium.",
    reasoning:
      "The declared mileage differs from the last test record. Whether that would have changed the premium is a question for underwriting and is marked open.",
  },
  "6.1": {
    title: "Repair by our network",
    wording:
      "We choose the repairer. If you choose your own, we pay no more than our network would have charged.",
    reasoning:
      "A workshop of the network can take the work within the time that the guideline allows, so its price is the measure.",
  },
  "6.2": {
    title: "Market value",
    wording:
      "Market value is the price of a vehicle of the same make, age, mileage and condition, from two guides, on the day before the loss.",
    reasoning:
      "Both guides were read for the day before the loss. They lie within 4 % of each other and the mean is taken.",
  },
  "6.4": {
    title: "Total loss",
    wording:
      "If repair would cost more than 60 % of the market value we may settle on a total loss basis and keep the salvage.",
    reasoning:
      "The estimate lies close to the threshold, and the airbag pushes it up. The share is worked out when the workshop has confirmed the parts.",
  },
  "7.1": {
    title: "Exclusions: care and attendance",
    wording:
      "We do not pay where the vehicle was left unlocked, unattended with the key, or with a person who took it by deception.",
    reasoning: "No statement on file suggests any of the three, and both keys are accounted for.",
  },
  "7.3": {
    title: "Exclusions: use",
    wording: "Racing, hire and reward, and driving under the influence are excluded.",
    reasoning: "Use at the time was social. The police report has no remark on the driver.",
  },
  "H2.1": {
    title: "Storm",
    wording:
      "We will pay for damage to the buildings by storm, meaning gusts of at least 55 miles an hour or rain of at least 25 millimetres in an hour, recorded in the area.",
    reasoning:
      "The nearest station recorded gusts above the threshold within two hours of the loss, so the event counts as a storm.",
  },
  "H2.2": {
    title: "Fire and smoke",
    wording: "Fire, explosion, lightning and smoke are covered, scorching without flame is not.",
    reasoning:
      "There was open flame and the brigade attended. Smoke damage in other rooms follows the same event.",
  },
  "H2.3": {
    title: "Escape of water",
    wording:
      "We will pay for damage by water that escapes from a fixed installation, and for tracing and reaching the leak up to the limit in the schedule.",
    reasoning:
      "Water escaped from a fixed installation and without warning. Tracing has a limit of its own and is priced apart; the failed joint itself is not covered.",
  },
  "H2.4": {
    title: "Drying",
    wording:
      "The reasonable cost of drying is covered until the readings are those of the season, under a drying log.",
    reasoning: "A log is kept and the readings fall. Drying stays open until the wall reads below 16 %.",
  },
  "H2.5": {
    title: "Recalled appliances",
    wording: "A recall that you did not know about does not reduce cover. We may recover from the maker.",
    reasoning:
      "Nothing on file shows that the notice had reached the customer. Cover stands and recovery is to be opened.",
  },
  "H2.6": {
    title: "Wear and gradual causes",
    wording:
      "We do not pay for wear, rot, or anything that happens gradually, nor for making good a poor earlier repair.",
    reasoning:
      "Part of the mortar was worn before the event. That part is left out of the estimate, the tiles are not.",
  },
  "H2.7": {
    title: "Accidental damage, extended",
    wording:
      "Where the schedule says so, sudden physical damage by your own doing is covered, for contents and for fixed glass and floors.",
    reasoning:
      "The schedule carries the extension, and the account describes a single sudden event inside the home.",
  },
  "H3.1": {
    title: "Alternative accommodation",
    wording:
      "If the home cannot be lived in we pay for comparable accommodation, up to 20 % of the sum insured for buildings.",
    reasoning:
      "Without electricity or a kitchen the home cannot be lived in. The rate asked for is that of the area.",
  },
  "H3.2": {
    title: "New for old",
    wording: "Contents are replaced as new, with a deduction for wear on clothing, linen and floors.",
    reasoning:
      "The item is younger than the age from which a deduction would apply; the floor is not and carries one.",
  },
  "H3.4": {
    title: "Valuables",
    wording:
      "Jewellery, watches and works of art are covered up to the single item limit unless they are named in the schedule.",
    reasoning:
      "None of the pieces is named in the schedule, so the single item limit holds for each and the section limit for all.",
  },
  "H3.5": {
    title: "Locks",
    wording: "For theft cover outer doors need a five-lever mortice lock to BS 3621 or a multi-point lock.",
    reasoning:
      "The door that was forced has a five-lever lock without the mark. Its bearing on the loss is to be weighed, since the frame gave way and not the lock.",
  },
  "H4.1": {
    title: "Fixtures fitted to measure",
    wording:
      "Undamaged parts of a set are not replaced, except that we pay half of their cost where a match cannot be had.",
    reasoning:
      "The units are made to measure and no match is available, so the contribution of one half applies to the rest of the run.",
  },
  "H4.2": {
    title: "Shared structures",
    wording:
      "For walls, stacks and roofs held in common we pay the share that the title assigns to you, otherwise one half.",
    reasoning: "The stack serves both houses and the title is silent, so one half is taken.",
  },
  "H5.1": {
    title: "Duty to report crime",
    wording:
      "Theft is to be reported to the police as soon as it is found; we need the reference number and a list of what is gone.",
    reasoning:
      "Report and list are on file. The list has changed since the first call, which is noted and does not by itself reduce cover.",
  },
  "H5.2": {
    title: "Excess",
    wording: "The excess in the schedule is deducted once an event; escape of water carries its own.",
    reasoning: "One event, so one excess, at the amount that the schedule gives for this peril.",
  },
  "H6.1": {
    title: "How we settle",
    wording:
      "We repair, replace or pay, as we choose. If we could repair and you prefer cash, we pay what the repair would have cost us.",
    reasoning:
      "Repair by the network is possible for the buildings part; contents are paid in cash against receipts.",
  },
  "H6.2": {
    title: "Proof of ownership",
    wording: "We may ask for receipts, photographs, valuations or bank records for anything above £250.",
    reasoning:
      "Receipts cover about half of the value. Photographs are accepted for inherited pieces, with a jeweller's opinion.",
  },
  "H7.1": {
    title: "Exclusions: unoccupied homes",
    wording:
      "Theft and escape of water are excluded while the home has been unoccupied for more than 60 days.",
    reasoning: "The home was in use on the day before. The exclusion does not come into play.",
  },
  "H7.2": {
    title: "Exclusions: faulty workmanship",
    wording:
      "The cost of making good faulty work, design or materials is excluded; damage that follows from it is not.",
    reasoning: "The fitting itself is left out, what the water or the fire did afterwards is covered.",
  },
};
