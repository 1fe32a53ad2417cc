import { crc32 } from "node:zlib";

/** A text generated at run time, and the secrets in it. */
export interface SecretCase {
  readonly kind: string;
  readonly isProvider: boolean;
  readonly secret: string;
  readonly carrier: string;
  readonly text: string;
}

export interface LookAlike {
  readonly kind: string;
  readonly text: string;
}

type Pick = (limit: number) => number;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const ALPHANUMERIC = LOWER + LOWER.toUpperCase() + DIGITS;
const BASE64 = `${ALPHANUMERIC}+/`;
const BASE64_URL = `${ALPHANUMERIC}-_`;
const PASSWORD = `${ALPHANUMERIC}!#%*+?^~`;

/** Returns random numbers below a limit, the same in each run (mulberry32). */
export function createPick(seed: number): Pick {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const draw = (pick: Pick, alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[pick(alphabet.length)]).join("");
const choose = <T>(pick: Pick, values: readonly [T, ...T[]]): T => values[pick(values.length)] ?? values[0];
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const BASE62 = DIGITS + LOWER.toUpperCase() + LOWER;
/** Appends the six base-62 digits that end GitHub and npm tokens: the CRC-32 of the preceding characters. */
function withChecksum(prefix: string, body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let index = 0; index < 6; index += 1) {
    digits = (BASE62[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return prefix + body + digits;
}

/** Prefixes of tokens are split, so that no scanner of this repository reports them. */
const PROVIDER_SECRETS: Readonly<Record<string, (pick: Pick) => string>> = {
  github: (pick) => withChecksum(`${choose(pick, ["ghp", "gho", "ghs"])}_`, draw(pick, ALPHANUMERIC, 30)),
  "github-fine-grained": (pick) =>
    `${"github"}_pat_${draw(pick, ALPHANUMERIC, 22)}_${draw(pick, ALPHANUMERIC, 59)}`,
  npm: (pick) => withChecksum(`${"npm"}_`, draw(pick, ALPHANUMERIC, 30)),
  gitlab: (pick) => `${"glpat"}-${draw(pick, BASE64_URL, 20)}`,
  "gitlab-deploy": (pick) => `${"gldt"}-${draw(pick, ALPHANUMERIC, 20)}`,
  slack: (pick) =>
    `${"xoxb"}-${draw(pick, DIGITS, 12)}-${draw(pick, DIGITS, 12)}-${draw(pick, ALPHANUMERIC, 24)}`,
  "slack-webhook": (pick) =>
    `https://hooks.${"slack"}.com/services/T${draw(pick, ALPHANUMERIC, 8)}/B${draw(pick, ALPHANUMERIC, 8)}/${draw(pick, ALPHANUMERIC, 24)}`,
  openai: (pick) =>
    `${"sk"}-proj-${draw(pick, ALPHANUMERIC, 74)}${"T3Blbk"}FJ${draw(pick, ALPHANUMERIC, 74)}`,
  baton: (pick) => `${"baton"}_${draw(pick, HEX, 16)}_${draw(pick, HEX, 64)}`,
  anthropic: (pick) => `${"sk-ant"}-api03-${draw(pick, BASE64_URL, 93)}AA`,
  openrouter: (pick) => `${"sk-or"}-v1-${draw(pick, HEX, 64)}`,
  stripe: (pick) =>
    `${choose(pick, ["sk", "rk"])}_${choose(pick, ["live", "test"])}_${draw(pick, ALPHANUMERIC, 24)}`,
  "stripe-webhook": (pick) => `${"whsec"}_${draw(pick, ALPHANUMERIC, 32)}`,
  "google-api-key": (pick) => `${"AI"}za${draw(pick, BASE64_URL, 35)}`,
  "google-oauth": (pick) => `${"GOCSPX"}-${draw(pick, BASE64_URL, 28)}`,
  "aws-access-key-id": (pick) =>
    `${choose(pick, ["AK", "AS"])}IA${draw(pick, LOWER.toUpperCase() + DIGITS, 16)}`,
  "aws-secret-key": (pick) => draw(pick, BASE64, 40),
  sendgrid: (pick) => `${"SG"}.${draw(pick, ALPHANUMERIC, 22)}.${draw(pick, ALPHANUMERIC, 43)}`,
  huggingface: (pick) =>
    `${"hf"}_${draw(pick, choose(pick, [LOWER + LOWER.toUpperCase(), ALPHANUMERIC]), 34)}`,
  databricks: (pick) => `${"dapi"}${draw(pick, HEX, 32)}`,
  vault: (pick) => `${"hvs"}.${draw(pick, BASE64_URL, 95)}`,
  docker: (pick) => `${"dckr"}_pat_${draw(pick, BASE64_URL, 27)}`,
  grafana: (pick) => `${"glsa"}_${draw(pick, ALPHANUMERIC, 32)}_${draw(pick, HEX, 8)}`,
  shopify: (pick) => `${"shpat"}_${draw(pick, HEX, 32)}`,
  digitalocean: (pick) => `${"dop"}_v1_${draw(pick, HEX, 64)}`,
  telegram: (pick) => `${1 + pick(9)}${draw(pick, DIGITS, 8)}:${"AA"}${draw(pick, BASE64_URL, 33)}`,
  pypi: (pick) => `${"pypi"}-AgEIcHlwaS5vcmc${draw(pick, BASE64_URL, 120)}`,
  "new-relic": (pick) => `${"NRAK"}-${draw(pick, LOWER.toUpperCase() + DIGITS, 27)}`,
  sentry: (pick) => `${"sntrys"}_${draw(pick, ALPHANUMERIC, 90)}`,
  jwt: (pick) =>
    `${base64({ alg: "HS256", typ: "JWT" })}.${base64({ sub: draw(pick, HEX, 16), exp: 1_800_000_000 + pick(1_000_000) })}.${draw(pick, BASE64_URL, 43)}`,
  "private-key": (pick) => {
    const kind = choose(pick, ["RSA ", "EC ", "", "OPENSSH ", "ENCRYPTED "]);
    const lines = Array.from({ length: 12 }, () => draw(pick, BASE64, 64));
    return [
      "-----BEGIN ",
      kind,
      "PRIVATE ",
      "KEY-----\n",
      lines.join("\n"),
      "\n-----END ",
      kind,
      "PRIVATE ",
      "KEY-----",
    ].join("");
  },
};

/** Recognizable only by the text around them. */
const GENERIC_SECRETS: Readonly<Record<string, (pick: Pick) => string>> = {
  password: (pick) => draw(pick, PASSWORD, 8 + pick(12)),
  chosen_password: (pick) =>
    `${choose(pick, ["Winter", "hunter", "Monkey", "dragon", "Berlin"])}${10 + pick(9_000)}${choose(pick, ["", "!", "#", "?"])}`,
  api_key: (pick) => draw(pick, choose(pick, [HEX, ALPHANUMERIC]), 32),
  client_secret: (pick) => draw(pick, BASE64_URL, 40),
  access_token: (pick) => draw(pick, BASE64_URL, 43),
  signing_key: (pick) => `${draw(pick, BASE64, 43)}=`,
};

/** Ways to write a secret next to its name. */
const CARRIERS: Readonly<Record<string, (name: string, secret: string) => string>> = {
  json: (name, secret) => JSON.stringify({ id: 7, [name]: secret, after: [1, 2] }),
  json_in_json: (name, secret) =>
    JSON.stringify({ type: "result", content: JSON.stringify({ [name]: secret, ok: true }) }),
  json_thrice: (name, secret) =>
    JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [name]: secret }) }) }),
  env: (name, secret) => `PORT=3000\nAPP_${name.toUpperCase()}=${secret}\nDEBUG=1\n`,
  env_quoted: (name, secret) => `export ${name.toUpperCase()}="${secret}"\n`,
  yaml: (name, secret) => `server:\n  port: 80\n  ${name}: ${secret}\n  host: a.example\n`,
  yaml_quoted: (name, secret) => `server:\n  ${name}: '${secret}'\n`,
  typescript: (name, secret) => `const settings = { retries: 3, ${camel(name)}: "${secret}" };`,
  python: (name, secret) => `${name}: str = '${secret}'\nclient.connect(${name})\n`,
  command: (name, secret) => `deploy --verbose --${name.replaceAll("_", "-")} ${secret} --region eu`,
  markdown: (name, secret) =>
    `The ${name.replaceAll("_", " ")} is in use:\n\n\`\`\`\n${name}=${secret}\n\`\`\`\n`,
  query: (name, secret) =>
    `GET https://api.example.org/v1/items?limit=5&${name}=${encodeURIComponent(secret)}&page=2`,
  xml: (name, secret) => `<server><id>main</id><${camel(name)}>${secret}</${camel(name)}></server>`,
};

const AUTHORIZED: Readonly<Record<string, (pick: Pick) => Written>> = {
  bearer: (pick) =>
    at(
      draw(pick, BASE64_URL, 40),
      (secret) => `curl -H "Authorization: Bearer ${secret}" https://a.example/x`,
    ),
  bearer_json: (pick) =>
    at(draw(pick, ALPHANUMERIC, 40), (secret) =>
      JSON.stringify({ headers: { Authorization: `Bearer ${secret}` } }),
    ),
  basic: (pick) =>
    at(
      Buffer.from(`app:${draw(pick, PASSWORD, 14)}`).toString("base64"),
      (secret) => `authorization: Basic ${secret}\r\nHost: a.example`,
    ),
  cookie: (pick) =>
    at(draw(pick, ALPHANUMERIC, 32), (secret) => `Cookie: theme=dark; session_id=${secret}; lang=en`),
  redis: (pick) =>
    at(draw(pick, ALPHANUMERIC, 16), (secret) => `cache at redis://:${secret}@cache.internal:6379/0 is up`),
  postgres: (pick) =>
    at(
      draw(pick, ALPHANUMERIC, 16),
      (secret) => `DATABASE_URL=postgres://app:${secret}@db.internal:5432/orders`,
    ),
  amqp: (pick) =>
    at(draw(pick, ALPHANUMERIC, 16), (secret) =>
      JSON.stringify({ broker: `amqps://worker:${secret}@mq.internal/jobs` }),
    ),
  dotnet: (pick) =>
    at(
      draw(pick, ALPHANUMERIC, 16),
      (secret) => `Server=tcp:db.internal;Database=orders;User Id=app;Password=${secret};Encrypt=True`,
    ),
  azure: (pick) =>
    at(
      `${draw(pick, BASE64, 86)}==`,
      (secret) => `DefaultEndpointsProtocol=https;AccountName=store;AccountKey=${secret};EndpointSuffix=core`,
    ),
  npmrc: (pick) =>
    at(
      draw(pick, ALPHANUMERIC, 36),
      (secret) => `//packages.internal/:_authToken=${secret}\nalways-auth=true\n`,
    ),
  curl_user: (pick) =>
    at(draw(pick, ALPHANUMERIC, 14), (secret) => `curl -s -u deploy:${secret} https://ci.example/build`),
  curl_user_quoted: (pick) =>
    at(
      draw(pick, PASSWORD, 14),
      (secret) => `cd app && curl -H "A: b; c" \\\n  --user 'deploy:${secret}' "https://ci.example/?a=1&b=2"`,
    ),
  curl_user_in_shell: (pick) =>
    at(
      draw(pick, ALPHANUMERIC, 14),
      (secret) => `bash -c "curl -u deploy:${secret} \\"https://ci.example\\""`,
    ),
};

interface Written {
  readonly secret: string;
  readonly text: string;
}
const at = (secret: string, write: (secret: string) => string): Written => ({ secret, text: write(secret) });
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Texts around a token with a known format, which needs no name next to it. */
const PLAIN_CARRIERS: Readonly<Record<string, (secret: string) => string>> = {
  prose: (secret) => `It works with ${secret} now, the old one is void.`,
  code_span: (secret) => `- use \`${secret}\` for the staging system`,
  json_list: (secret) => JSON.stringify(["a", secret, "b"]),
  json_in_json: (secret) => JSON.stringify({ content: JSON.stringify({ output: `line\n${secret}\n` }) }),
  argument: (secret) => `run(["${secret.replaceAll("\n", "\\n")}"], { retries: 2 })`,
  log: (secret) => `2026-01-02T03:04:05Z INFO client ready value=${secret} attempt=2`,
};

/** Builds each kind in turn, in a random carrier. */
export function buildSecretCases(seed: number, rounds: number): SecretCase[] {
  const pick = createPick(seed);
  const cases: SecretCase[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, make] of Object.entries(PROVIDER_SECRETS)) {
      const secret = make(pick);
      const [carrier, write] = choose(pick, entriesOf(PLAIN_CARRIERS));
      const text = kind === "aws-secret-key" ? `aws_secret_access_key = ${secret}\n` : write(secret);
      cases.push({ kind, isProvider: true, secret, carrier, text });
    }
    for (const [kind, make] of Object.entries(GENERIC_SECRETS)) {
      const secret = make(pick);
      const [carrier, write] = choose(pick, entriesOf(CARRIERS));
      cases.push({
        kind,
        isProvider: false,
        secret,
        carrier,
        text: write(kind.replace("chosen_", "db_"), secret),
      });
    }
    for (const [kind, make] of Object.entries(AUTHORIZED)) {
      cases.push({ kind, isProvider: false, carrier: "own", ...make(pick) });
    }
  }
  return cases;
}

function entriesOf<T>(record: Readonly<Record<string, T>>): [[string, T], ...[string, T][]] {
  const [first, ...rest] = Object.entries(record);
  if (!first) throw new Error("nothing to choose from");
  return [first, ...rest];
}

const uuid = (pick: Pick) => [8, 4, 4, 4, 12].map((length) => draw(pick, HEX, length)).join("-");
const WORDS: [string, ...string[]] = [
  "ledger",
  "handoff",
  "policy",
  "review",
  "agent",
  "summary",
  "index",
  "window",
  "lorem",
  "ipsum",
  "dolor",
];
const words = (pick: Pick, count: number, joint: string) =>
  Array.from({ length: count }, () => choose(pick, WORDS)).join(joint);

/** Values that look like a secret or are in the position of one, but are not secrets. */
const LOOK_ALIKES: Readonly<Record<string, (pick: Pick) => string>> = {
  utc_time: (pick) =>
    choose(pick, [
      'T="$(date -u +%H:%M:%SZ)"; echo "$T"',
      "curl -s https://a.example && date -u +%H:%M:%SZ",
      'curl -H "X-Time: $(date -u +%H:%M:%SZ)" https://a.example',
    ]),
  shown_path: (pick) =>
    `git show HEAD:src/${words(pick, 2, "/")}.ts && git push -u origin:main2${pick(99)}#x`,
  container_user: (pick) =>
    `docker run -u ${1000 + pick(9)}:${100000 + pick(9)} -v "$PWD:/work#2" image:v${pick(9)}`,
  port: (pick) =>
    `http://host${pick(99)}:8080/${words(pick, 2, "/")} and http://127.0.0.1:${3000 + pick(999)}/@a`,
  cookie_variable: (pick) => `const cookie = parse(session_id=${draw(pick, ALPHANUMERIC, 16)});`,
  uuid: (pick) => JSON.stringify({ session_id: uuid(pick), parentUuid: uuid(pick) }),
  sha256: (pick) => JSON.stringify({ path: "a.ts", sha256: draw(pick, HEX, 64) }),
  commit: (pick) => `commit ${draw(pick, HEX, 40)}\nAuthor: A <a@b.example>`,
  integrity: (pick) => `"integrity": "sha512-${draw(pick, BASE64, 86)}=="`,
  image: (pick) => JSON.stringify({ type: "image", data: `iVBORw0KGgo${draw(pick, BASE64, 400)}` }),
  data_url: (pick) => `<img src="data:image/png;base64,${draw(pick, BASE64, 300)}">`,
  angle_placeholder: (pick) =>
    `${choose(pick, ["api_key", "password", "token"])} = "<your-${words(pick, 1, "-")}-key>"`,
  variable: (pick) =>
    `${choose(pick, ["PASSWORD", "API_KEY", "TOKEN"])}=\${${words(pick, 2, "_").toUpperCase()}}`,
  variable_plain: (pick) =>
    `--password $${words(pick, 2, "_").toUpperCase()} --token "$${words(pick, 1, "").toUpperCase()}_TOKEN"`,
  template: (pick) => `password: "{{ ${words(pick, 2, ".")} }}"`,
  change_me: (pick) =>
    JSON.stringify({
      [choose(pick, ["password", "secret", "db_password"])]: choose(pick, [
        "changeme",
        "change-me-123",
        "password",
        "secret123",
        "********",
      ]),
    }),
  example_key: (pick) => `apiKey: "example-${words(pick, 2, "-")}-${pick(1_000)}"`,
  repeated: (pick) => `token: ${draw(pick, choose(pick, ["x", "X", "0", "*"]), 16 + pick(20))}`,
  token_count: (pick) =>
    JSON.stringify({
      input_tokens: pick(100_000),
      max_tokens: 4_096,
      total_tokens: pick(9_999),
      token_type: "bearer",
    }),
  page_token: (pick) => JSON.stringify({ next_page_token: draw(pick, BASE64_URL, 40) }),
  typed: (pick) =>
    `interface A { password: string; apiKey: ${choose(pick, ["string", "Buffer", "SecretString"])}; token?: string }`,
  read_from_environment: (pick) =>
    `const apiKey = process.env.${words(pick, 2, "_").toUpperCase()}_KEY;\npassword = os.environ["DB_PASSWORD"]`,
  call: (pick) =>
    `token = get_${words(pick, 2, "_")}(request)\npassword = await read${pick(9)}Password(path)`,
  member: (pick) =>
    `password: config.${words(pick, 2, ".")}, secret = settings.v2.${words(pick, 1, "")}Secret1`,
  message: (pick) =>
    JSON.stringify({
      password: `must be at least ${6 + pick(9)} characters`,
      token: `the ${words(pick, 3, " ")}`,
    }),
  plain_word: (pick) =>
    `${choose(pick, ["password", "secret", "token"])}: "${choose(pick, ["required", "optional", "hidden", "rotated-monthly", "see-vault"])}"`,
  path: (pick) =>
    `private_key: /etc/ssl/${words(pick, 2, "/")}${pick(9)}.pem\npwd=/home/user${pick(99)}/work`,
  address: (pick) =>
    `see https://docs.example/${words(pick, 3, "-")}/v${pick(9)}?tab=${pick(99)} and ssh://git@host/repo`,
  clean_url: (pick) =>
    `postgres://localhost:5432/${words(pick, 1, "")} or http://a${pick(99)}.example:8080/path@v2`,
  url_placeholder: (pick) =>
    `postgres://user:${choose(pick, [`$${"{PASSWORD}"}`, "<password>", "password"])}@host/${words(pick, 1, "")}`,
  lorem: (pick) =>
    `${words(pick, 30, " ")}. The secret of ${words(pick, 2, " ")}: patience and ${words(pick, 2, " ")}.`,
  call_id: (pick) =>
    JSON.stringify({
      id: `toolu_01${draw(pick, ALPHANUMERIC, 22)}`,
      message: `msg_01${draw(pick, ALPHANUMERIC, 22)}`,
    }),
  trace: (pick) => `traceparent: 00-${draw(pick, HEX, 32)}-${draw(pick, HEX, 16)}-01`,
  public_key: (pick) =>
    ["-----BEGIN PUBLIC ", "KEY-----\n", draw(pick, BASE64, 180), "\n-----END PUBLIC ", "KEY-----"].join(""),
  elided_key: () => ["-----BEGIN PRIVATE ", "KEY-----\n...\n-----END PRIVATE ", "KEY-----"].join(""),
  ssh_public: (pick) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${draw(pick, BASE64, 44)} me@host`,
  masked: (pick) => JSON.stringify({ token: "[masked:github]", note: words(pick, 4, " ") }),
  bearer_placeholder: (pick) =>
    `Authorization: Bearer ${choose(pick, ["$TOKEN", "<token>", "YOUR_TOKEN_HERE", "{token}"])}`,
  selector: (pick) => `.token-${words(pick, 2, "-")} { color: #${draw(pick, HEX, 6)} }`,
  version: (pick) =>
    `"secretlint": "^${pick(20)}.${pick(9)}.${pick(9)}", "keycloak": "${pick(30)}.0.${pick(9)}"`,
  key_names: (pick) =>
    JSON.stringify({ api_key: words(pick, 2, "_"), primary_key: "user_id_2", key: draw(pick, HEX, 32) }),
  etag: (pick) => `ETag: W/"${draw(pick, HEX, 32)}"\nX-Request-Id: ${uuid(pick)}`,
};

export function buildLookalikes(seed: number, count: number): LookAlike[] {
  const pick = createPick(seed);
  const kinds = Object.entries(LOOK_ALIKES);
  return Array.from({ length: count }, (_, index) => {
    const [kind, make] = kinds[index % kinds.length] ?? ["", () => ""];
    return { kind, text: make(pick) };
  });
}
