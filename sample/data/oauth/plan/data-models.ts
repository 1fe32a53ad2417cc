/** A client that may start a flow. Public clients have no secret. */
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
