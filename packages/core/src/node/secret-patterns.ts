import { findAssigned } from "./assigned-secrets";
import type { Span } from "./json-literals";
import { isPlaceholder, looksLikePassword, looksRandom } from "./secret-heuristics";

/** Finds secrets of one kind in a text, in time linear in its length. */
export interface SecretPattern {
  readonly rule: string;
  find(text: string): Iterable<Span>;
}

/**
 * Documented formats of keys and tokens that secretlint's recommended preset lacks. Checks the group instead
 * of the whole, so that `sk_test_` does not count as a placeholder.
 */
const PROVIDER_FORMATS: Readonly<Record<string, RegExp>> = {
  "aws-access-key-id": /(?<![A-Za-z0-9])A[KS]IA([A-Z0-9]{16})(?![A-Za-z0-9])/g,
  age: /\bAGE-SECRET-KEY-1([A-Z0-9]{58})\b/g,
  atlassian: /\bAT[A-Z]TT3([\w=-]{60,300})/g,
  "azure-client-secret": /(?<![\w~.])\w{3}[78]Q~([\w~.-]{31,34})(?![\w~.-])/g,
  baton: /\bbaton_[a-f0-9]{16}_([a-f0-9]{64})\b/g,
  brevo: /\bxkeysib-([a-f0-9]{64}-[A-Za-z0-9]{16})\b/g,
  contentful: /\bCFPAT-([\w-]{43})(?![\w-])/g,
  digitalocean: /\bdo[opr]_v1_([a-f0-9]{64})\b/g,
  "discord-webhook": /discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/([\w-]{60,80})/g,
  doppler: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.([\w.-]{40,60})/g,
  dynatrace: /\bdt0c01\.[A-Z0-9]{24}\.([A-Z0-9]{64})\b/g,
  "gitlab-other": /\bgl(?:dt|ft|soat|cbt|rt|ptt|imt|agent|oas)-([\w-]{20,64})(?![\w-])/g,
  "google-api-key": /\bAIza([\w-]{35})(?![\w-])/g,
  "google-oauth": /\b(?:GOCSPX-|ya29\.)([\w-]{28,512})/g,
  heroku: /\bHRKU-AA([\w-]{58})(?![\w-])/g,
  huggingface: /\bhf_([A-Za-z0-9]{30,64})(?!\w)/g,
  langsmith: /\blsv2_(?:pt|sk)_([a-f0-9]{32}_[a-f0-9]{10})\b/g,
  netlify: /\bnfp_([A-Za-z0-9]{36,40})\b/g,
  "new-relic": /\bNRAK-([A-Z0-9]{27})\b/g,
  openrouter: /\bsk-or-v1-([a-f0-9]{64})\b/g,
  perplexity: /\bpplx-([A-Za-z0-9]{48})\b/g,
  planetscale: /\bpscale_(?:tkn|pw|oauth)_([\w.-]{32,64})/g,
  posthog: /\bphx_([A-Za-z0-9]{43,50})\b/g,
  postman: /\bPMAK-([a-f0-9]{24}-[a-f0-9]{34})\b/g,
  pulumi: /\bpul-([a-f0-9]{40})\b/g,
  pypi: /\bpypi-AgE([\w-]{50,400})/g,
  replicate: /\br8_([A-Za-z0-9]{37})\b/g,
  rubygems: /\brubygems_([a-f0-9]{48})\b/g,
  sentry: /\bsntry[su]_([\w+/=-]{40,400})/g,
  square: /\bsq0[a-z]{3}-([\w-]{22,43})(?![\w-])/g,
  stripe: /\b(?:[sr]k_(?:live|test)|whsec)_([A-Za-z0-9]{20,247})(?!\w)/g,
  supabase: /\bsbp_([a-f0-9]{40})\b/g,
  tailscale: /\btskey-(?:[a-z]+-)?([A-Za-z0-9]{11,24}-[A-Za-z0-9]{20,40})\b/g,
  telegram: /:(AA[\w-]{33})(?![\w-])(?<=\d{8,10}:AA[\w-]{33})/g,
  terraform: /\.atlasv1\.([\w-]{60,70})(?![\w-])/g,
  xai: /\bxai-([A-Za-z0-9]{80})\b/g,
};

/**
 * A header and a payload, each the base64url of a JSON object, and a signature that may be empty (RFC 7519,
 * section 3). May follow a hyphen after a short prefix; with longer prefixes, each of many possible starts
 * would scan the rest.
 */
const JSON_WEB_TOKEN =
  /eyJ(?<=(?<![\w-])(?:[\w-]{0,64}-)?eyJ)([\w-]{8,2048})\.eyJ[\w-]{4,8192}\.[\w-]{0,2048}/g;

/**
 * RFC 7468, sections 10 and 11, and PGP (RFC 9580, section 6.2). Also matches a truncated key up to its last
 * base64 or header line.
 */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----((?:\r?\n[ \t]*(?:[A-Za-z0-9+/=]{1,8192}(?=[\r\n"'`\\-]|$)|[A-Za-z-]{1,24}: [^\n]{0,200})?){1,500})(?:-----END [A-Z0-9 ]{0,60}-----)?/g;

/** Credentials in an address of any scheme (RFC 3986, section 3.2.1). */
const URL_PASSWORD = /:\/\/[^\s:@/"'`<>]{0,128}:([^\s@/"'`<>]{3,256})(?=@[\w[])/g;

/** RFC 7617 and RFC 6750, section 2.1, and other values of this header. */
const AUTHORIZATION =
  /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token|apikey)\s{1,4}([\w.~+/-]{12,4096}={0,2})/gi;

/** `-u` means other things to other programs: `date -u +%H:%M:%SZ`, `docker run -u 1000:1000`. */
const CURL_USER = /-(?:u|-user)(?<=\s--?u(?:ser)?)[ =]["']?[^\s:"'/+][^\s:"'/]{0,63}:([^\s"']{6,128})/g;
/** Maximum distance between a program's name and its option. */
const COMMAND_LENGTH = 1_024;
const CONTINUED_LINE = /\\\r?\n/g;
const COMMAND_END = /\n|&&|\|\||\s\|\s/;

/** RFC 6265, sections 4.1 and 4.2: the value of a header, or of an object that holds headers. */
const COOKIES = /(?<![\w-])(?:set-)?cookie["']?[ \t]{0,4}:\s{0,4}["']?([^\n"']{8,4096})/gi;
const COOKIE =
  /(?:^|[;\s])[\w.-]{0,64}(?:sess|sid|auth|token|jwt|login|remember|csrf)[\w.-]{0,32}=([^;\s]{12,2048})/gi;

/** Patterns that the recommended preset lacks. All expressions are linear, with bounded repetitions. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...Object.entries(PROVIDER_FORMATS).map(([rule, expression]) => ({
    rule,
    find: finder(expression, (secret) => new Set(secret).size > 5),
  })),
  { rule: "jwt", find: finder(JSON_WEB_TOKEN, isJsonHeader) },
  {
    rule: "privatekey",
    find: finder(PRIVATE_KEY, (body) => /[\w+/=]{32}/.test(body) && new Set(body).size > 16),
  },
  { rule: "url-password", find: finder(URL_PASSWORD, isUrlPassword, "secret") },
  { rule: "authorization", find: finder(AUTHORIZATION, looksRandom, "secret") },
  { rule: "curl-user", find: findCurlUsers },
  { rule: "cookie", find: findCookies },
  { rule: "assigned-secret", find: findAssigned },
];

/**
 * @param expression global, with one group: the secret, or the part that identifies it.
 * @param extent the part to mask; for `group`, the group must end the match.
 */
function finder(
  expression: RegExp,
  isSecret: (group: string) => boolean,
  extent: "match" | "secret" = "match",
): SecretPattern["find"] {
  return function* (text) {
    for (const match of text.matchAll(expression)) {
      const [whole, group = ""] = match;
      const end = match.index + whole.length;
      if (isSecret(group)) yield { start: extent === "match" ? match.index : end - group.length, end };
    }
  };
}

function* findCurlUsers(text: string): Generator<Span> {
  for (const match of text.matchAll(CURL_USER)) {
    const [whole, password = ""] = match;
    const end = match.index + whole.length;
    if (looksLikePassword(password) && isOptionOfCurl(text, match.index)) {
      yield { start: end - password.length, end };
    }
  }
}

function isOptionOfCurl(text: string, at: number): boolean {
  const recent = text.slice(Math.max(0, at - COMMAND_LENGTH), at);
  // A plain search first, because a text can have an option every few characters.
  if (!recent.includes("curl")) return false;
  const before = recent.replace(CONTINUED_LINE, " ");
  return /\bcurl\b/.test(before.split(COMMAND_END).at(-1) ?? "");
}

function* findCookies(text: string): Generator<Span> {
  for (const header of text.matchAll(COOKIES)) {
    const start = header.index + header[0].length - (header[1] ?? "").length;
    for (const cookie of (header[1] ?? "").matchAll(COOKIE)) {
      const value = cookie[1] ?? "";
      const end = start + cookie.index + cookie[0].length;
      if (looksRandom(value)) yield { start: end - value.length, end };
    }
  }
}

function isUrlPassword(value: string): boolean {
  return !isPlaceholder(value) && !/^(?:pass|pwd|secret|\d{1,5}$)/i.test(value);
}

/** The header of a token is a JSON object that names its algorithm (RFC 7515, section 4.1.1). */
function isJsonHeader(rest: string): boolean {
  return /"(?:alg|enc|typ|kid)"/.test(Buffer.from(`eyJ${rest}`, "base64url").toString("latin1"));
}
