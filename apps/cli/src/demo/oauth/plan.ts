/** What the next agent has to read before it begins: the interface of the endpoints. */
export const API_SPECIFICATION = `openapi: 3.1.0
info:
  title: Customer API, authorization
  version: 2.0.0
paths:
  /oauth2/authorize:
    get:
      summary: Begin the authorization code flow with PKCE (RFC 7636)
      parameters:
        - { name: response_type, in: query, required: true, schema: { const: code } }
        - { name: client_id, in: query, required: true, schema: { type: string } }
        - { name: redirect_uri, in: query, required: true, schema: { type: string, format: uri } }
        - { name: code_challenge, in: query, required: true, schema: { type: string, minLength: 43, maxLength: 128 } }
        - { name: code_challenge_method, in: query, required: true, schema: { const: S256 } }
        - { name: state, in: query, required: true, schema: { type: string, minLength: 16 } }
      responses:
        "302": { description: To redirect_uri with code and state, or with error }
        "400": { description: Unknown client or redirect_uri that is not registered }
  /oauth2/token:
    post:
      summary: Exchange a code, or a refresh token, for an access token
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { $ref: "#/components/schemas/TokenRequest" }
      responses:
        "200": { description: TokenResponse; the refresh token is set as a cookie }
        "400": { description: invalid_grant, invalid_request }
        "429": { description: More than 10 requests a minute from one address }
      security:
        - refreshCookie: []
        - {}
  /oauth2/revoke:
    post:
      summary: End a refresh token and all that came from it (RFC 7009)
      security:
        - refreshCookie: []
      responses:
        "200": { description: Also where the token was unknown }
components:
  securitySchemes:
    refreshCookie: { type: apiKey, in: cookie, name: refresh }
  schemas:
    TokenRequest:
      oneOf:
        - required: [grant_type, code, code_verifier, redirect_uri]
        - required: [grant_type, refresh_token]
    TokenResponse:
      type: object
      required: [access_token, token_type, expires_in, scope]
      properties:
        access_token: { type: string }
        token_type: { const: Bearer }
        expires_in: { type: integer, description: in seconds }
        scope: { type: string }
`;

/** And the shapes that go with it. */
export const DATA_MODELS = `/** A client that may start a flow. Public clients have no secret. */
export interface OAuthClient {
  clientId: string;
  kind: "public" | "confidential";
  redirectUris: readonly string[];
  allowedScopes: readonly Scope[];
}

export type Scope = "claims:read" | "claims:write" | "policies:read" | "profile";

/** Lives for ten minutes, under the hash of the code. */
export interface PendingAuthorization {
  clientId: string;
  customerId: string;
  redirectUri: string;
  scopes: readonly Scope[];
  codeChallenge: string;
  createdAt: string;
}

export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
}

/** What an access token says, in the format that the mobile app knows. Times are in seconds since 1970. */
export interface AccessTokenClaims {
  cid: string;
  client: string;
  scope: string;
  iat: number;
  exp: number;
}

/** A refresh token; using one twice ends its family. */
export interface RefreshTokenRecord {
  tokenHash: string;
  familyId: string;
  customerId: string;
  clientId: string;
  expiresAt: string;
  replacedBy: string | null;
}
`;

/** What is settled for every part of a step before it is begun. */
const SETTLED: readonly string[] = [
  "Test: one case for the ordinary way, one for each error that the specification names, one that runs it twice.",
  "Way back: the flag; no stored record changes its meaning, so older releases can still read it.",
  "Watch: count, median and 99th percentile of the answer, and the share of 4xx by client.",
];

interface Step {
  title: string;
  why: string;
  how: readonly string[];
}

const STEPS: readonly Step[] = [
  {
    title: "Clients and redirect addresses",
    why: "Without a register of clients every redirect address would have to be trusted.",
    how: [
      "table `oauth_client`, seeded with the mobile app and the web app",
      "exact comparison of redirect addresses, no prefixes",
      "a client without secret must use PKCE",
    ],
  },
  {
    title: "Authorization endpoint",
    why: "It is the only place where a person agrees to something, so it must show who asks for what.",
    how: [
      "consent is remembered for a client and its scopes",
      "the code is bound to the challenge and lives for ten minutes",
      "errors go back to a registered redirect address only",
    ],
  },
  {
    title: "Token endpoint",
    why: "It is called by programs, and has to stay below 100 ms.",
    how: [
      "verify the code verifier in constant time",
      "sign the access token in the old format, with `cid`",
      "rotate refresh tokens and end the family when one is used twice",
    ],
  },
  {
    title: "Refresh tokens out of scripts' reach",
    why: "A stolen refresh token is worth a month of access.",
    how: [
      "cookie with HttpOnly, Secure, SameSite=Strict and a path of its own",
      "a token against forged requests for every route that changes something",
      "the mobile app keeps using the platform's key store",
    ],
  },
  {
    title: "Limits",
    why: "Login and token routes are open to everybody.",
    how: [
      "a sliding window in Redis, 10 requests a minute and address",
      "a second window for each account",
      "answers carry Retry-After",
    ],
  },
  {
    title: "Moving clients over",
    why: "The mobile app is updated over weeks, and the old format has to live until then.",
    how: [
      "flag `oauth2.enabled`, by share of customers",
      "both token formats are accepted by the middleware",
      "the old routes end three months after the last client has moved",
    ],
  },
];

/** The full plan, step by step. */
export function fullPlan(): string {
  const steps = STEPS.map(({ title, why, how }, index) =>
    [
      `## Step ${index + 1}: ${title}`,
      "",
      why,
      "",
      ...how.flatMap((line) => [`### ${line}`, "", ...SETTLED.map((settled) => `- ${settled}`), ""]),
      `Done when ${how.length} checks of the same name pass in the pipeline, and when the step can be switched off again without a release. Effort: ${index + 2} days. Depends on ${index === 0 ? "nothing" : `step ${index}`}.`,
      "",
    ].join("\n"),
  );
  return `# OAuth2 with PKCE, beside the present tokens\n\nThe present routes stay as they are until every client has moved. Each step is behind the same flag.\n\n${steps.join("\n")}`;
}

export const SEQUENCE_DIAGRAMS: Readonly<Record<string, string>> = {
  "pkce-flow.mermaid": `sequenceDiagram
  App->>App: make verifier and challenge
  App->>API: GET /oauth2/authorize (challenge)
  API->>Person: sign in and agree
  API-->>App: 302 with code
  App->>API: POST /oauth2/token (code, verifier)
  API->>Redis: take pending authorization
  API-->>App: access token, refresh cookie
`,
  "refresh-flow.mermaid": `sequenceDiagram
  App->>API: POST /oauth2/token (refresh token)
  API->>Database: find record by hash
  alt used before
    API->>Database: end the family
    API-->>App: 400 invalid_grant
  else
    API->>Database: replace the record
    API-->>App: access token, new refresh cookie
  end
`,
};
