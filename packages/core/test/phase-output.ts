/** Output of a research phase about a shop's login: findings between narration, searches, praise and code. */
export const RESEARCH_OUTPUT = `# Session handling of the shop

I searched the codebase for "session" and read all files under src/auth.
Let me summarise what I did. The research went well.

## Key findings

- Sessions are kept in memory, so that a restart logs everybody out.
- \`src/auth/session.ts\` compares tokens with \`==\`, which leaks their length.
- Passwords are hashed with bcrypt at cost 8.

## Decisions

- Use Redis for sessions instead of PostgreSQL, since they expire by themselves.
- Refresh tokens are rotated; a token that is used twice ends the session.

## Constraints

- The cookie must stay \`HttpOnly\` and \`SameSite=Lax\`, for the payment page depends on it.
- At most 2 requests to Redis for each page.

## Test results

- 14 of 80 tests fail when the clock is moved by an hour.
- There is no test for an expired refresh token.

## Deployment

- Production needs the variable \`REDIS_URL\`; staging has none yet.
- A rollback to the old store logs everybody out once.

\`\`\`ts
export function readSession(request: Request): Session | null {
  const token = request.cookies.get("session");
  return token === undefined ? null : sessions.get(token) ?? null;
}
\`\`\`

Ran grep -rn "sessionStore" src and looked through 31 files.
`;

export const ESSENTIAL = {
  task_id: "shop-041",
  feature: "sessions that survive a restart",
  spec_path: "specs/shop-041/spec.md",
};
