import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { mayContainSecret } from "../content/secret-prefilter";
import { SecretScanner } from "./secret-scanner";

const scanner = new SecretScanner();

const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "0123456789";
/** Generated at run time, so that no scanner of this repository reports them. */
const body = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const joined = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((texts) => texts.join(""));

const word = body(LETTERS, 12);
const SECRETS: Record<string, fc.Arbitrary<string>> = {
  github: joined("ghp", "_", body(LETTERS + DIGITS, 36)),
  npm: joined("npm", "_", body(LETTERS + DIGITS, 36)),
  slack: joined("xoxb", "-", body(DIGITS, 12), "-", body(LETTERS, 24)),
  openai: joined("sk-", body(LETTERS, 20), "T3Blbk", "FJ", body(LETTERS, 20)),
  anthropic: joined("sk-ant", "-api03-", body(LETTERS + DIGITS, 93), "AA"),
  sendgrid: joined("SG", ".", body(LETTERS, 22), ".", body(LETTERS, 43)),
  gitlab: joined("glpat", "-", body(LETTERS, 20)),
  databricks: joined("dapi", body("0123456789abcdef", 32)),
  "hashicorp-vault": joined("hvs", ".", body(LETTERS, 95)),
  basicauth: joined("https:", "//", word, ":", word, "@host.example.net"),
  "database-connection-string": joined("postgres:", "//app:", word, "@db.internal/orders"),
  privatekey: joined(
    "-----BEGIN RSA PRIVATE ",
    "KEY-----\nMI",
    body(LETTERS, 300),
    "\n-----END RSA PRIVATE ",
    "KEY-----",
  ),
};

const someSecret = fc.constantFrom(...Object.keys(SECRETS)).chain((rule) => {
  const secret = SECRETS[rule] ?? fc.constant("");
  return secret.map((text) => ({ rule, text }));
});

/** Returns a JSON literal in which each character is randomly plain or escaped. */
const literalOf = (text: string) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((isEscaped) => {
    const units = [...text].map((unit, index) =>
      isEscaped[index]
        ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
        : JSON.stringify(unit).slice(1, -1),
    );
    return `"${units.join("")}"`;
  });

describe("SecretScanner", () => {
  it("masks a secret of each kind in a string, with any escaping", () => {
    fc.assert(
      fc.property(
        someSecret.chain(({ rule, text }) =>
          fc.record({ rule: fc.constant(rule), literal: literalOf(text) }),
        ),
        ({ rule, literal }) => {
          const json = `{"n":1.50,"before":"a\\/b","value":${literal},"after":"é\\n"}`;
          const masked = scanner.maskJson(json);
          expect(masked).toEqual({
            text: `{"n":1.50,"before":"a\\/b","value":"[masked:${rule}]","after":"é\\n"}`,
            secretCount: 1,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("finds a secret in text, and in nested JSON texts", () => {
    fc.assert(
      fc.property(someSecret, fc.integer({ min: 0, max: 2 }), ({ rule, text }, depth) => {
        let value: unknown = { log: `line one\n${text}\nline three` };
        for (let layer = 0; layer < depth; layer++) value = { carried: JSON.stringify(value) };
        const masked = scanner.maskJson(JSON.stringify(value));
        expect(masked.text).toContain(`[masked:${rule}]`);
        expect(masked.text).not.toContain(text.slice(text.length / 4, -text.length / 4).split("\n")[0]);
        expect(() => JSON.parse(masked.text)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it("masks keys too, and a value that only its key identifies", () => {
    const [awsKey] = fc.sample(body(LETTERS, 40), 1);
    const [token] = fc.sample(joined("ghp", "_", body(LETTERS, 36)), 1);
    const masked = scanner.maskJson(`{ "aws_secret_access_key" : "${awsKey}", "${token}": [1, "${token}"] }`);
    expect(masked.text).toBe(
      '{ "aws_secret_access_key" : "[masked:aws]", "[masked:github]": [1, "[masked:github]"] }',
    );
    expect(masked.secretCount).toBe(3);
  });

  it("masks the whole value of a secret's name, including quotes", () => {
    const [start, end] = fc.sample(joined(body(LETTERS, 6), "7"), 2);
    for (const value of [`${start}"${end}`, `${start}\\${end}`, `${start}'${end}"`]) {
      const json = JSON.stringify({ password: value, carried: JSON.stringify({ api: { password: value } }) });
      const masked = scanner.maskJson(json).text;
      expect(JSON.parse(masked).password).toBe("[masked:assigned-secret]");
      for (const part of [start, end]) expect(masked).not.toContain(part);
    }
  });

  it("finds a name with its value on the next line, and a truncated key, across the pieces of a long text", () => {
    const [secret = ""] = fc.sample(joined(body(LETTERS, 12), "42"), 1);
    const [key = ""] = fc.sample(joined("-----BEGIN RSA PRIVATE ", "KEY-----\n", body(LETTERS, 9_000)), 1);
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index} of a text\n`);
    for (const [found, kind] of [
      [`password:\n${secret}`, "assigned-secret"],
      [key.replace(/.{64}/g, "$&\n"), "privatekey"],
    ] as const) {
      for (const at of [0, 180, 200, 220, 399]) {
        const text = lines.toSpliced(at, 0, `${found}\n`).join("");
        const [place, ...others] = scanner.findSecrets(text);
        expect([place?.kind, others]).toEqual([kind, []]);
        expect(text.slice(place?.start, place?.end).trimEnd().endsWith(found.trimEnd().slice(-14))).toBe(
          true,
        );
      }
    }
  });

  it.each([
    "date -u +%H:%M:%SZ",
    'T="$(date -u +%H:%M:%SZ)" && echo "$T"',
    'curl -s "https://a.example" -H "X-Time: $(date -u +%H:%M:%SZ)"',
    "git show HEAD:path/to-file.ts",
    "docker run -u 1000:1000 image:v2",
    "curl -s https://a.example | docker run -i -u 1000:100000x image",
    "http://host:8080/path and https://host:8443/a@b",
    "cookie: undefined, cookie=session_id, new Cookie(auth)",
    "const cookie = read(session_id=Ab3Cd4Ef5Gh6Ij7K);",
    "6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    `data:image/png;base64,${Buffer.from("a picture that is long enough").toString("base64")}`,
  ])("finds no secret in %s", (text) => {
    for (const carried of [text, JSON.stringify({ command: text }), JSON.stringify(JSON.stringify([text]))]) {
      expect(scanner.maskText(carried)).toEqual({ text: carried, secretCount: 0 });
    }
  });

  it.each([
    [(id: string) => `key ${id}, rotated`, ["AK", "IA"].join(""), "aws-access-key-id"],
    [(id: string) => `AWS_ACCESS_KEY_ID=${id}`, ["AS", "IA"].join(""), "aws-access-key-id"],
  ])("masks an AWS access key ID without its secret", (write, beginning, rule) => {
    const [id = ""] = fc.sample(joined(beginning, body("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)), 1);
    expect(scanner.maskText(write(id))).toEqual({ text: write(`[masked:${rule}]`), secretCount: 1 });
  });

  it("masks cookie headers and credentials of curl", () => {
    const [secret = ""] = fc.sample(joined(body(LETTERS, 14), "7K9"), 1);
    for (const [text, masked] of [
      [`Set-Cookie: sid=${secret}; Path=/`, "Set-Cookie: sid=[masked:cookie]; Path=/"],
      [`{"cookie":"theme=dark; auth=${secret}"}`, '{"cookie":"theme=dark; auth=[masked:cookie]"}'],
      [`curl \\\n -u 'ci:${secret}' "$URL"`, `curl \\\n -u 'ci:[masked:curl-user]' "$URL"`],
    ]) {
      expect(scanner.maskText(text ?? "").text).toBe(masked);
    }
  });

  it("stays inside the literal even if an expression would match beyond it", () => {
    const [secret] = fc.sample(joined("mongodb:", "//app:", word, "@db/orders"), 1);
    const json = `{"url":"${secret}","event_type":"x","session_id":"s1"}`;
    expect(scanner.maskJson(json).text).toBe(
      '{"url":"[masked:database-connection-string]","event_type":"x","session_id":"s1"}',
    );
  });

  it("ignores a comment that switches off secretlint", () => {
    const [token] = fc.sample(joined("ghp", "_", body(LETTERS, 36)), 1);
    const comment = ["secretlint", "disable"].join("-");
    expect(scanner.maskText(`/* ${comment} */ ${token}`).text).toBe(`/* ${comment} */ [masked:github]`);
  });

  it("masks invalid JSON as text, including escaped parts", () => {
    const [token] = fc.sample(joined("ghp", "_", body(LETTERS, 36)), 1);
    const hidden = `{"broken": "\\n\\u0067${token?.slice(1)}`;
    expect(scanner.maskText(hidden)).toEqual({ text: '{"broken": "\\n[masked:github]', secretCount: 1 });
  });

  it("returns the same text if there is nothing to mask", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(scanner.maskJson(json)).toEqual({ text: json, secretCount: 0 });
      }),
    );
  });

  it("masks text whose check overflows the stack", () => {
    const hostile = `"xoxb-${"a-".repeat(3_000_000)}"`;
    const masked = scanner.maskJson(hostile);
    expect(masked.secretCount).toBeGreaterThan(0);
    expect(masked.text.length).toBeLessThan(100);
  });
});

describe("mayContainSecret", () => {
  it("is never false if a rule of the preset matches", () => {
    const expressions = listExpressions();
    expect(expressions.length).toBeGreaterThan(25);
    for (const expression of expressions) {
      const examples = fc.sample(fc.stringMatching(withoutAssertions(expression)), 200);
      const matches = examples.flatMap((example) =>
        [...example.matchAll(expression)].map(([match]) => match),
      );
      expect(matches.length, String(expression)).toBeGreaterThan(0);
      for (const match of matches) {
        if (hasCredentials(match)) expect(mayContainSecret(match), match).toBe(true);
      }
    }
  });
});

/** Records the expressions that the rules actually use. */
function listExpressions(): RegExp[] {
  const caught: RegExp[] = [];
  const content = Object.assign(Object.create(String.prototype), {
    matchAll: (expression: RegExp) => {
      caught.push(expression);
      return [];
    },
  });
  for (const creator of rules.filter(({ meta }) => !/gcp|filter-comments/.test(meta.id))) {
    const context = {
      sharedOptions: {},
      createTranslator: () => (messageId: PropertyKey, data: undefined) => ({
        message: "",
        messageId: String(messageId),
        data,
      }),
      report: () => {},
      ignore: () => {},
    };
    const source = { content, hasBOM: false, filePath: undefined, physicalFilePath: undefined };
    creator.create(context, {}).file?.(Object.assign(source, POSITIONS));
  }
  return caught;
}

const POSITIONS = {
  contentType: "text" as const,
  ext: ".jsonl",
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  locationToRange: () => [0, 0] as const,
  rangeToLocation: () => ({ start: { line: 0, column: 0 }, end: { line: 0, column: 0 } }),
  positionToIndex: () => 0,
  indexToPosition: () => ({ line: 0, column: 0 }),
};

it("SecretScanner finds 80,000 secrets in one line quickly, with their columns", () => {
  const start = cpuMilliseconds();
  const found = new SecretScanner().findSecrets(`\n${'password="x7Kd93LmQpZ2vBn4TsYw" '.repeat(80_000)}`);
  expect(found).toHaveLength(80_000);
  expect(found.at(-1)).toMatchObject({ line: 2, column: 79_999 * 32 + 11 });
  // Reading the rest of the line for each match takes ten times as long.
  expect(cpuMilliseconds() - start).toBeLessThan(10_000);
});

/** Patterns from which strings can be generated: without look-around, and in one case. */
function withoutAssertions({ source }: RegExp): RegExp {
  return new RegExp(source.replace(/\(\?<?!(?:[^()[\]]|\[[^\]]*\])*\)|\\b/g, ""));
}

/** The rule ignores connection strings without a password, although its expression matches them. */
function hasCredentials(match: string): boolean {
  return (
    !/^(?:jdbc:)?(?:mongodb|mysql|postgres)/i.test(match) || /:\/\/[^:/\s]{1,100}:[^@/\s]{1,200}@/.test(match)
  );
}
