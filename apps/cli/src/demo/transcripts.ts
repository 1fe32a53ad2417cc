import { momentOn } from "./calendar";
import { base62Id, uuid } from "./identifier";
import type { Random } from "./random";
import type { SampleFile } from "./sample-file";
import { TranscriptWriter } from "./transcript/transcript-writer";
import { edit, PROJECT_FOLDER, readFile, readSome, run, search, testRun } from "./transcript/work";

/** What a careful caller tells every subagent first: it begins without any of the caller's context. */
const BRIEFING =
  "You work in /home/dana/customer-api, the API of an insurer, in TypeScript on Node 20. Authentication is being moved from tokens of our own to OAuth2 with PKCE: src/api/oauth2 holds the endpoints, src/session the refresh tokens, src/middleware the limits and the protection against forged requests, web and mobile the two clients. The flag oauth2.enabled decides by share of customers; with it off nothing may change. Tests run with `npm test -- PATH`. Name files with line numbers, quote no more than you need, and say so where you are not sure.\n\n";

/**
 * Three sessions of a person with a coding agent on the repository of the OAuth2 workflow: calls of subagents
 * and their returns, and two compactions. `today`: midnight, UTC, in milliseconds since 1970.
 */
export function generateTranscripts(random: Random, today: number): SampleFile[] {
  return [
    ...findEarlySignOut(random.fork("sign-out"), momentOn(today, 6, 9)),
    ...writePartnerGuide(random.fork("guide"), momentOn(today, 3, 13)),
    ...moveMobileApp(random.fork("mobile"), momentOn(today, 1, 8)),
  ];
}

function findEarlySignOut(random: Random, startedAt: number): SampleFile[] {
  const { writer, sessionId } = open(random, startedAt, "fix/early-sign-out");
  writer.ask(
    "Customers are signed out after an hour although refresh tokens are on. Find out why and fix it.",
  );
  writer.answer(
    "I will look at how tokens are refreshed first, and at the test that should have caught this.",
    [
      readFile("src/session/refresh-tokens.ts"),
      search("refreshTokens\\.", [
        "src/api/oauth2/token.ts:24:  return answer(pending, await refreshTokens.begin(pending));",
        "src/api/oauth2/token.ts:28:  const rotated = presented && (await refreshTokens.rotate(presented));",
      ]),
    ],
  );
  const subagent = writer.delegate(
    {
      subagent_type: "Explore",
      description: "Find who sends refresh tokens",
      prompt:
        BRIEFING +
        "Find every place in the web app and in the mobile app that calls the token endpoint with grant_type=refresh_token. For each, say with file and line whether the cookie is sent along (credentials: include), and what happens on 400. Do not change anything. Answer with a short list.",
    },
    (explorer) => {
      explorer.answer("I search both apps for the grant type.", [
        search("grant_type.*refresh_token", [
          "web/token-storage.ts:31:  body.set('grant_type', 'refresh_token');",
          "mobile/token-storage.ts:58:  form.append('grant_type', 'refresh_token');",
        ]),
        ...readSome(random, 3),
      ]);
      return 'Two places call it.\n\n1. `web/token-storage.ts:31`: `fetch` without `credentials: "include"`, so the browser leaves the cookie at home. On 400 it signs the customer out.\n2. `mobile/token-storage.ts:58`: sends the token in the body from the key store. On 400 it asks for the password again.\n\nThe web app is the one that fails: the cookie is never sent.';
    },
  );
  writer.answer(
    "The web app never sends the cookie. That is a change of one line, and the test needs a browser's rules.",
    [
      edit("web/token-storage.ts", "method: 'POST',", "method: 'POST',\n    credentials: 'include',"),
      testRun(11, 1),
      edit("tests/api/oauth2/token.test.ts", "await refreshTwice()", "await refreshTwice({ cookies: true })"),
      testRun(12, 0),
      run(
        "printenv | grep -i token",
        "See which credentials the pipeline would use",
        `GITHUB_TOKEN=ghp_${base62Id(random, 36)}\nTOKEN_LIFETIME_SECONDS=3600`,
      ),
    ],
  );
  writer.answer(
    "Done. The web app sends the refresh cookie now, and the test fails without that line. Sessions that were cut off have to sign in once more.",
  );
  return [writer.toFile(sessionId), subagent];
}

function writePartnerGuide(random: Random, startedAt: number): SampleFile[] {
  const { writer, sessionId } = open(random, startedAt, "docs/partner-guide");
  writer.ask(
    "Write a guide for partners who sign customers in through our OAuth2 endpoints. They do not know PKCE.",
  );
  writer.answer(
    "I read the endpoints, so that every request in the guide is one that works.",
    readSome(random, 5),
  );
  const facts = writer.delegate(
    {
      subagent_type: "general-purpose",
      description: "Try the flow and keep the requests",
      prompt:
        BRIEFING +
        "Start the API with the seed data, go through the authorization code flow with PKCE by curl, and give back each request and answer, shortened to what a reader needs. Say which of the answers a partner has to handle: 302 with error, 400 invalid_grant, 429 with Retry-After.",
    },
    (worker) => {
      worker.answer("I start the API and make a verifier.", [
        run("npm run dev:seeded & sleep 3", "Start the API", "listening on 127.0.0.1:4010"),
        run(
          "curl -si '127.0.0.1:4010/oauth2/authorize?response_type=code&client_id=partner'",
          "Begin without a challenge",
          'HTTP/1.1 400 Bad Request\n{"error":"invalid_request"}',
        ),
        run(
          "curl -si -X POST 127.0.0.1:4010/oauth2/token -d grant_type=authorization_code",
          "Exchange without a code",
          'HTTP/1.1 400 Bad Request\n{"error":"invalid_grant"}',
        ),
        ...readSome(random, 2),
      ]);
      return "The flow works from end to end with S256. Partners have to handle three answers:\n\n- 302 to their address with `error=access_denied` when the customer says no\n- 400 `invalid_grant` when a code is used twice or is older than ten minutes\n- 429 with `Retry-After` from the eleventh request in a minute\n\nA missing challenge is 400 `invalid_request` and never redirects.";
    },
  );
  const review = writer.delegate(
    {
      subagent_type: "technical-writer",
      description: "Read the draft as a partner would",
      prompt:
        BRIEFING +
        "Read docs/partner-guide.md as somebody who has never heard of PKCE. List the sentences that need knowledge which the guide has not given yet, with line numbers, and nothing else.",
    },
    (reader) => {
      reader.answer("I read the draft twice.", readSome(random, 1));
      return "Line 14 uses 'challenge' before line 22 explains it. Line 31 assumes that the reader knows what a redirect address is registered for. Line 40 says 'rotate' without saying that the old token ends.";
    },
  );
  writer.answer("I move the explanation up and say what rotation means.", [
    edit(
      "docs/partner-guide.md",
      "Send the challenge",
      "First make a secret of your own, the verifier, and a digest of it, the challenge. Send the challenge",
    ),
    edit(
      "docs/partner-guide.md",
      "Tokens are rotated.",
      "Each refresh gives a new refresh token and ends the old one.",
    ),
  ]);
  writer.compact(
    "manual",
    "Summary:\n1. Request: a guide for partners on OAuth2 with PKCE, for readers who do not know it.\n2. Done: docs/partner-guide.md has sections Before you begin, The flow, Answers to handle, Limits. Requests were tried against the seeded API.\n3. From the review: 'challenge' is explained before its first use, rotation is explained, registration of redirect addresses is still open.\n4. Next: say where partners register an address (ask Priya), then add the sequence diagram from artifacts/.",
    true,
  );
  writer.ask("Addresses are registered by mail to partners@example.com. Add that and finish.");
  writer.answer("Added, with the diagram.", [
    edit(
      "docs/partner-guide.md",
      "redirect address",
      "redirect address (register it by mail to partners@example.com)",
    ),
  ]);
  writer.answer(
    "The guide is complete: four sections, each request in it was tried, and the diagram shows where the verifier is used.",
  );
  return [writer.toFile(sessionId), facts, review];
}

function moveMobileApp(random: Random, startedAt: number): SampleFile[] {
  const { writer, sessionId } = open(random, startedAt, "feat/mobile-oauth2");
  writer.ask(
    "Move the mobile app from the old login to the new token endpoint, behind the flag, without signing anybody out.",
  );
  writer.answer(
    "I begin with what the app keeps today, since nobody may be signed out.",
    readSome(random, 6),
  );
  const survey = writer.delegate(
    {
      subagent_type: "Explore",
      description: "Survey the app's use of tokens",
      prompt:
        BRIEFING +
        "List every screen and background task of the mobile app that reads the access token or the claim cid. Give file, line and what it does when the token is missing. Group by what would break if the token came five seconds later than today.",
    },
    (explorer) => {
      explorer.answer("I search for the claim and for the storage.", [
        search("cid|getAccessToken", [
          "mobile/home.tsx:18",
          "mobile/claims/list.tsx:42",
          "mobile/push/register.ts:9",
          "mobile/upload/task.ts:77",
        ]),
        ...readSome(random, 4),
      ]);
      return "Four places. `home.tsx:18` and `claims/list.tsx:42` show a placeholder and would cope. `push/register.ts:9` gives up for the day when the token is missing at start. `upload/task.ts:77` throws, and the upload is lost. The last two must wait for the token.";
    },
  );
  for (const round of ["storage", "start of the app", "background tasks", "screens"]) {
    writer.answer(`Now the ${round}.`, [
      ...readSome(random, 4),
      testRun(random.integer(20, 44), random.isLucky(0.4) ? 1 : 0),
    ]);
  }
  const security = writer.delegate(
    {
      subagent_type: "security-auditor",
      description: "Audit the exchange of old tokens",
      prompt:
        BRIEFING +
        "Audit mobile/token-storage.ts and src/api/oauth2/token.ts for the one-time exchange of an old token for a new pair. Look for: an exchange that can be repeated, a token that is logged, a race between two starts of the app. Report each with severity, file and line, and a fix of one sentence.",
    },
    (auditor) => {
      auditor.answer("I read both sides and the tests.", readSome(random, 5));
      return "1. High, `token.ts:31`: the exchange marks the old token after it has answered; two requests at once both succeed. Mark it first, in the same transaction.\n2. Medium, `token-storage.ts:66`: the old token stays in the key store after the exchange. Delete it when the new pair is stored.\n3. Low, `token-storage.ts:71`: the error is logged with the request. Log its code alone.";
    },
  );
  for (const round of [
    "transaction of the exchange",
    "key store",
    "log lines",
    "flag and its share",
    "release notes",
  ]) {
    writer.answer(`Next, the ${round}.`, [...readSome(random, 5), testRun(random.integer(40, 61), 0)]);
  }
  writer.compact(
    "auto",
    "Summary:\n1. Request: move the mobile app to the new token endpoint behind oauth2.enabled; nobody may be signed out.\n2. Decisions: old tokens are exchanged once, at the first start; push registration and uploads wait for the token; screens show a placeholder.\n3. Findings of the audit, all fixed: exchange in one transaction, old token deleted from the key store, error code alone in the log.\n4. Tests: 58 pass. The test of two starts at once runs 200 times.\n5. Next: release notes, then raise the share to 5 %.",
    false,
  );
  writer.answer("I finish the release notes.", [readFile("src/api/oauth2/config.ts"), testRun(58, 0)]);
  writer.answer(
    "The app is moved. With the flag off nothing changes; with it on, the first start exchanges the old token once.",
  );
  return [writer.toFile(sessionId), survey, security];
}

function open(
  random: Random,
  startedAt: number,
  branch: string,
): { writer: TranscriptWriter; sessionId: string } {
  const sessionId = uuid(random);
  const writer = new TranscriptWriter({
    random,
    sessionId,
    startedAt: startedAt + random.integer(0, 50) * 60_000,
    model: "claude-opus-4-6",
    folder: PROJECT_FOLDER,
    branch,
  });
  return { writer, sessionId };
}
