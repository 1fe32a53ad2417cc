/** A sentence of a session with the label of a person. */
export interface LabelledSentence {
  text: string;
  label: boolean;
}

const yes = (text: string): LabelledSentence => ({ text, label: true });
const no = (text: string): LabelledSentence => ({ text, label: false });

/**
 * Sentences, each labeled by a person: does it state a decision that binds later work? Reports of work,
 * findings, plans of the next step and open decisions do not. The labels are older than the code. Third-party
 * sentences are labeled by position in the checks over real inputs.
 */
export const LABELLED_DECISIONS: readonly LabelledSentence[] = [
  yes("We decided to keep sessions in PostgreSQL, not in memory."),
  yes("Chose Argon2id over bcrypt because of its memory hardness."),
  yes("Retries stay off for payments: a charge is never sent twice."),
  yes("Went with cursor pagination instead of page numbers."),
  yes("Agreed: the token lives in a cookie, never in local storage."),
  yes("The cache was dropped, since nobody could say when it is stale."),
  yes("Decision: one queue for all tenants."),
  yes("We will not support Node 18."),
  yes("Opted for a single table with a discriminator column."),
  yes("Rejected GraphQL as too heavy for four endpoints."),
  no("The test suite has 214 tests."),
  no("Login fails with 401 when the clock is two minutes off."),
  no("Added a test for the refresh path."),
  no("Let me look at the middleware first."),
  no("The reviewer has yet to decide about the index."),
  no("All files compile."),
  no("Next: write the migration."),
  no("Three endpoints return 500 for an empty body."),
  no("The handler reads the header twice."),
  no("Searched for usages of the old client."),
  no("Documentation was updated."),
  no("The file has 320 lines."),
];

/**
 * Sentences of a user, each labeled by a person: does it instruct the agent to do, omit or answer something,
 * or restrict how? Remarks, reports, messages of the tool and thanks do not.
 */
export const LABELLED_INSTRUCTIONS: readonly LabelledSentence[] = [
  yes("Do not touch the migrations."),
  yes("Please add a test for the expired token."),
  yes("From now on, answer in German."),
  yes("You must ask before you push."),
  yes("Never commit to main."),
  yes("Fix the failing test and open a pull request."),
  yes("I want the export to keep the order of columns."),
  yes("Can you rename the module?"),
  yes("Why does the build take four minutes?"),
  yes("Only the public API may change."),
  yes("Keep the old endpoint until March."),
  yes("Let's use pnpm here."),
  no("Thanks, that looks right."),
  no("The build is red again."),
  no("I am on a train, so answers may take a while."),
  no("Yes, exactly."),
  no("It worked on my machine yesterday."),
  no("The customer has 400 users."),
  no("Great work!"),
  no("This was written by the previous team."),
  no("Exit code 1"),
  no("There are two servers in Frankfurt."),
];

/**
 * Bullets of a summary, each labeled by a person: is there nothing for the next phase to act on? Searches,
 * opened files, announced steps, praise and effort are nothing; a finding, a limit, a decision, a failure or
 * an open task is something.
 */
export const LABELLED_IDLE_BULLETS: readonly LabelledSentence[] = [
  yes("Searched the codebase for usages of the client."),
  yes("Looked through several files to get an overview."),
  yes("First I read the documentation, then the code."),
  yes("The research went well."),
  yes("I analysed the existing architecture in depth."),
  yes("Let me start with the configuration."),
  yes("Ran grep over the source folder."),
  yes("Everything is well structured and easy to follow."),
  yes("This took longer than expected."),
  yes("Explored different options."),
  yes("Great progress was made in this phase."),
  no("Refresh tokens must rotate: one that is used twice ends the session."),
  no("`src/auth/session.ts` has no test for an expired token."),
  no("The limit is 100 requests per minute and key."),
  no("Use Argon2id with 64 MiB; bcrypt stays for old hashes."),
  no("Two migrations fail on PostgreSQL 13."),
  no("Blocked: nobody has the credentials of the staging tenant."),
  no("Write the callback route before the guard."),
  no("Do not cache the user's profile: it holds roles."),
  no("Redirect URIs are compared without their query, which lets an attacker add one."),
  no("The provider sends no email address for private accounts."),
  no("Open question: who revokes tokens of deleted users?"),
];
