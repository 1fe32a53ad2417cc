/** A person's label of a text, by its position: true if it names several next actions. */
export interface LabelledPlace {
  /** Below the folder of real inputs. */
  path: string;
  /** The first and the last line, from 1. */
  lines: readonly [first: number, last: number];
  isSeveral: boolean;
}

const at =
  (isSeveral: boolean) =>
  (path: string, first: number, last = first): LabelledPlace => ({
    path,
    lines: [first, last],
    isSeveral,
  });
const one = at(false);
const several = at(true);

const CSLIB = "benbrastmckie-cslib/specs/";
const TABLEAU = `${CSLIB}archive/042_port_bimodal_tableau_core/handoffs/`;
const SEPARATION = `${CSLIB}archive/010_port_separation_theorem_bimodal/handoffs/`;
const LEDGERS = "WhoAndWhen/Who&When/Hand-Crafted/";
const COLLABORATION = "sddevelopment-quickstart/work/collaboration/archive/";

/**
 * Next actions as written by agents: the section of a handoff document, the instruction of an orchestrator's
 * ledger, a list in a report. The rule for labels: reporting the result is a part of an action, and so are
 * places to look at, ways of doing it, several objects of one verb, and remarks about it. Anything that must
 * be finished before the rest can start, or is independent of it, is another action.
 */
export const LABELLED_PLACES: readonly LabelledPlace[] = [
  several(`${CSLIB}archive/080_generic_deduction_theorem/handoffs/phase-1-handoff-20260610.md`, 19),
  one(`${SEPARATION}phase-10-handoff-20260609.md`, 4),
  one(`${SEPARATION}phase-6-handoff.md`, 24),
  one(`${SEPARATION}phase-8-handoff-20260609.md`, 13),
  several(
    `${CSLIB}archive/006_port_frame_conditions_soundness_bimodal/handoffs/phase-3-handoff-20260608.md`,
    61,
    66,
  ),
  one(`${TABLEAU}phase-1-handoff-20260609.md`, 23, 26),
  several(`${TABLEAU}phase-2-handoff-20260609.md`, 45, 47),
  one(`${TABLEAU}phase-3-handoff-20260609T134259Z.md`, 26, 27),
  one(`${TABLEAU}phase-4-handoff-20260609T135448Z.md`, 20, 22),
  one(`${TABLEAU}phase-5-handoff-20260609.md`, 21),
  several(`${TABLEAU}phase-6-handoff-20260609T141954Z.md`, 21),
  several(`${TABLEAU}phase-7-handoff-20260609.md`, 21, 24),
  one(`${TABLEAU}phase-8-handoff-20260609.md`, 31),
  one(`${CSLIB}136_pr1_citation_conformance/.return-meta.json`, 10),
  several(`${CSLIB}012_coordinate_cslib_pr_submission_bimodal_logic/.orchestrator-handoff.json`, 32),
  one(`${CSLIB}archive/074_polish_pr1_quality_and_description/.orchestrator-handoff.json`, 23),
  one(`${CSLIB}archive/024_improve_roadmap_bimodal_porting/.return-meta.json`, 10),
  one(`${CSLIB}170_submit_subpr_3_1_3_2_temporal_syntax/.orchestrator-handoff.json`, 36),
  several(`${LEDGERS}2.json`, 12),
  several(`${LEDGERS}2.json`, 36),
  several(`${LEDGERS}4.json`, 12),
  several(`${LEDGERS}4.json`, 40),
  one(`${LEDGERS}6.json`, 12),
  one(`${LEDGERS}10.json`, 24),
  one(`${LEDGERS}10.json`, 56),
  several(`${LEDGERS}12.json`, 12),
  one(`${LEDGERS}12.json`, 40),
  one(`${LEDGERS}14.json`, 24),
  one(`${LEDGERS}14.json`, 56),
  one(`${LEDGERS}16.json`, 12),
  one(`${LEDGERS}16.json`, 40),
  several(`${LEDGERS}18.json`, 12),
  one(`${LEDGERS}18.json`, 40),
  one(`${LEDGERS}22.json`, 12),
  one(`${LEDGERS}22.json`, 40),
  several(`${LEDGERS}26.json`, 12),
  several(`${LEDGERS}26.json`, 40),
  one(`${LEDGERS}28.json`, 12),
  one(`${LEDGERS}28.json`, 40),
  one(`${LEDGERS}30.json`, 12),
  one(`${LEDGERS}30.json`, 40),
  one(`${LEDGERS}32.json`, 12),
  one(`${LEDGERS}34.json`, 12),
  one(`${LEDGERS}36.json`, 12),
  one(`${LEDGERS}36.json`, 40),
  one(`${LEDGERS}38.json`, 12),
  one(`${LEDGERS}38.json`, 40),
  several(`${LEDGERS}40.json`, 12),
  several(`${LEDGERS}40.json`, 40),
  several(`${LEDGERS}42.json`, 12),
  several(`${LEDGERS}42.json`, 40),
  one(`${LEDGERS}44.json`, 12),
  one(`${LEDGERS}44.json`, 40),
  several(`${LEDGERS}46.json`, 12),
  several(`${LEDGERS}46.json`, 40),
  one(`${LEDGERS}48.json`, 12),
  one(`${LEDGERS}50.json`, 12),
  one(`${LEDGERS}50.json`, 44),
  one(`${LEDGERS}52.json`, 12),
  one(`${LEDGERS}52.json`, 40),
  one(`${LEDGERS}54.json`, 12),
  one(`${LEDGERS}54.json`, 36),
  one(`${LEDGERS}56.json`, 12),
  one(`${LEDGERS}56.json`, 36),
  several(`${LEDGERS}58.json`, 12),
  several(`${LEDGERS}58.json`, 40),
  several(`${COLLABORATION}ITERATION_2026-02-04_LLM_SERVICE_M1_SUMMARY.md`, 268, 272),
  several(`${COLLABORATION}ITERATION_2026-02-04_LLM_SERVICE_M1_SUMMARY.md`, 279, 282),
  one(`${COLLABORATION}ITERATION_2026-02-05_M4_BATCH_4.1_SUMMARY.md`, 346, 349),
  several(`${COLLABORATION}ITERATION_2026-02-05_M4_BATCH_4.1_SUMMARY.md`, 346, 354),
  several(`${COLLABORATION}COMPLETED_M2_BATCH_2.1.md`, 170, 173),
  one(`${COLLABORATION}COMPLETED_M2_BATCH_2.1.md`, 170),
  several(`${COLLABORATION}ITERATION_2026-02-05_M2_BATCH_2.1_SUMMARY.md`, 493, 497),
  several(`${COLLABORATION}ITERATION_2026-01-31_EXTENDED_SUMMARY.md`, 255, 258),
  one(`${COLLABORATION}ITERATION_2026-01-31_EXTENDED_SUMMARY.md`, 257),
  several(`${COLLABORATION}PLANNING_PETRA_M4_BATCH_4.1_COMPLETION_SUMMARY.md`, 235, 238),
  several(`${COLLABORATION}PLANNING_PETRA_M4_BATCH_4.1_COMPLETION_SUMMARY.md`, 247, 251),
  several(`${COLLABORATION}PLANNING_PETRA_M4_BATCH_4.1_COMPLETION_SUMMARY.md`, 256, 257),
  one(`${COLLABORATION}PLANNING_PETRA_M4_BATCH_4.1_COMPLETION_SUMMARY.md`, 260),
  one(`${COLLABORATION}PLANNING_PETRA_M4_BATCH_4.1_COMPLETION_SUMMARY.md`, 370, 374),
  several(`${COLLABORATION}ITERATION_2026-01-31_SUMMARY.md`, 200, 203),
  one(`${COLLABORATION}2025-11/ISSUE-8-STATUS-ASSESSMENT.md`, 327, 330),
  several(`${COLLABORATION}2025-11/ISSUE-8-STATUS-ASSESSMENT.md`, 327, 340),
  one(`${COLLABORATION}2025-11/ISSUE-8-STATUS-ASSESSMENT.md`, 422),
  one(`${COLLABORATION}2025-11/IMPROVEMENT_CYCLE_2025-11-24.md`, 225),
  several(`${COLLABORATION}2025-11/ITERATION_3_SUMMARY.md`, 510, 516),
  several(`${COLLABORATION}2025-11/IDEATION_DIRECTORY_SETUP.md`, 179, 181),
  one(`${COLLABORATION}2025-11/ITERATION_SUMMARY.md`, 124, 128),
  several(`${COLLABORATION}NEXT_BATCH.md`, 227, 231),
  one(`${COLLABORATION}2025-11/FOLLOW-UP-ISSUES-STATUS.md`, 130, 137),
];

/** Baton's own texts, for forms that are rare or missing in the real ones. */
export const LABELLED_TEXTS: readonly { text: string; isSeveral: boolean }[] = [
  { isSeveral: false, text: "Add the missing index on `orders.customer_id` in `db/migrations/0042.sql`." },
  { isSeveral: false, text: "Fix the off-by-one error at line 88 of `src/pager.ts`." },
  { isSeveral: false, text: "Run `npm test -- auth` to see whether the token refresh still fails." },
  { isSeveral: false, text: "Prove the third case of `consistency_lemma`, the one for the box operator." },
  {
    isSeveral: false,
    text: "Replace the hand-written retry loop in `client.py` by the `tenacity` decorator that the other modules use.",
  },
  {
    isSeveral: false,
    text: "Ask the owner of the billing service which currency the `amount` column holds.",
  },
  { isSeveral: false, text: "Continue with `parse_header`, which still ignores continuation lines." },
  {
    isSeveral: false,
    text: "Write the test for an expired refresh token.\n\n- File: `tests/auth/refresh.test.ts`\n- It should expect status 401\n- The clock is faked in `tests/clock.ts`",
  },
  {
    isSeveral: false,
    text: "1. Rename the column `usr` to `user_id` in the schema and in all queries that name it.",
  },
  {
    isSeveral: false,
    text: "Rebase the branch `feature/export` onto `main`, keeping both changelog entries.",
  },
  { isSeveral: false, text: "Decide between a queue and a cron job for the nightly export." },
  { isSeveral: false, text: "Move the rate limiter out of `server.ts` into a file of its own." },
  {
    isSeveral: false,
    text: 'Find out why the second worker never gets a message: its log stops after "connected".',
  },
  { isSeveral: false, text: "Read and understand the failing assertion in `ledger.test.ts`." },
  { isSeveral: false, text: "Nothing is left to do; the phase is complete." },
  {
    isSeveral: false,
    text: "Make `parseRange` accept an open end, such as `10-`, since the browser sends it when it resumes and then stops.",
  },
  { isSeveral: false, text: "Extend `validateOrder` so that it refuses negative quantities and prices." },
  { isSeveral: false, text: "Regenerate the client from `openapi.yaml` with `make client`." },
  { isSeveral: true, text: "1. Fix the login test.\n2. Update the changelog.\n3. Open a pull request." },
  { isSeveral: true, text: "Finish the migration and then deploy to staging." },
  { isSeveral: true, text: "- Write the parser\n- Write the printer" },
  { isSeveral: true, text: "Add the index, run the benchmark, and update the report with the new figures." },
  { isSeveral: true, text: "First upgrade the driver, after that remove the workaround in `pool.ts`." },
  {
    isSeveral: true,
    text: "Fix the flaky test in `queue.test.ts`. Also update the README with the new flag.",
  },
  {
    isSeveral: true,
    text: "Implement `decode()`; next, wire it into the command line; finally delete the old decoder.",
  },
  {
    isSeveral: true,
    text: "Review the open comments on the pull request. Refactor the cache module. Add tests for eviction.",
  },
  {
    isSeveral: true,
    text: "Close the three remaining cases of the lemma, then start on the extension theorem.",
  },
  { isSeveral: true, text: "Rotate the credentials. Once that is done, restart all workers." },
  {
    isSeveral: true,
    text: "Either rewrite the importer in Go or optimise the SQL, and afterwards repeat the measurement.",
  },
  {
    isSeveral: true,
    text: "* [ ] Create the bucket\n* [ ] Upload the fixtures\n* [ ] Point the tests to it",
  },
  { isSeveral: true, text: "Create the release branch and bump the version. Tag it. Publish the packages." },
  {
    isSeveral: true,
    text: "Step 1: install the emulator. Step 2: record the fixtures. Step 3: compare them with the old ones.",
  },
  { isSeveral: true, text: "Phases 4 and 5 are still to be done: first the importer, then the exporter." },
  { isSeveral: true, text: "Merge the two config files, delete the old one and tell the operations team." },
  { isSeveral: true, text: "Update the schema. Additionally, write a data migration for the old rows." },
  {
    isSeveral: true,
    text: "Investigate the memory leak in the watcher, fix it, and add a regression test before moving on to phase 4.",
  },
];
