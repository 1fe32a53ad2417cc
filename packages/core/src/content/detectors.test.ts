import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import type { DetectorName } from "./content-rule-names";
import { loadDetectors } from "./load-detectors";

const detectors = await loadDetectors();

interface Examples {
  readonly pattern?: string;
  /** Texts with one match, marked by « and ». */
  readonly found: readonly string[];
  /** Texts without a match. */
  readonly passed: readonly string[];
}

/** Numbers are from documentation and test ranges. Secrets have their own test, which makes them at run time. */
const EXAMPLES: Readonly<Partial<Record<DetectorName, Examples>>> = {
  email: {
    found: [
      "Mail «ann@example.com».",
      "<«ann.lee+claims@mail.example.co.uk»>",
      '{"to":"«o_brien@example.org»"}',
      "mailto:«info@müller.example»",
      "«a@b.example», then c",
      "From: Ann «ANN@EXAMPLE.COM»",
    ],
    passed: [
      "npm install @baton/core@1.2.3",
      "user@host",
      "git@",
      "@ann said so",
      "a @ b",
      "price@ 3.50",
      "x@y..example",
      "decorator @Injectable()",
    ],
  },
  phone: {
    found: [
      "Call «+1 212 555 0123» now",
      "Tel.: «(212) 555-0123»",
      "«+44 20 7946 0958»",
      "«+49 30 901820»",
      "phone=«212-555-0123»",
      "«+33 1 42 68 53 00»",
    ],
    passed: [
      "2026-11-26 20:56:56",
      "version 10.0.19045.3693",
      "claim 20260311-000123",
      "sum: 1234567890",
      "1,234,567.89",
      "192.168.100.200",
      "id 550e8400-e29b-41d4-a716-446655440000",
      "lines 100-200 and 300-400",
    ],
  },
  payment_card: {
    found: [
      "Card «4111 1111 1111 1111», exp 04/28",
      "«4242424242424242»",
      "«5555-5555-5555-4444»",
      "amex «378282246310005»",
      '{"pan":«6011111111111117»}',
      "«3530 1113 3330 0000»",
    ],
    passed: [
      "4111 1111 1111 1112",
      "1234567890123456",
      "order 0000000000000000",
      "1700000000000",
      "sha 4242424242424242abcdef",
      "3.1415926535897932",
    ],
  },
  iban: {
    found: [
      "Pay to «DE89 3704 0044 0532 0130 00».",
      "«GB82WEST12345698765432»",
      "iban: «FR14 2004 1010 0505 0001 3M02 606»",
      "«NL91ABNA0417164300»",
      "«ch9300762011623852957»",
    ],
    passed: [
      "DE89 3704 0044 0532 0130 01",
      "GB82WEST1234569876543",
      "XX00 1234 5678",
      "commit de89370400440532013",
      "EN12 3456 7890 1234 5678 90",
    ],
  },
  us_ssn: {
    found: ["SSN «078-05-1120»", "«219 09 9999»", "ssn:«457-55-5462».", '"«123-45-6789»"'],
    passed: [
      "000-12-3456",
      "666-12-3456",
      "900-12-3456",
      "123-00-4567",
      "123-45-0000",
      "2026-11-26",
      "1123-45-6789",
      "123-45-67890",
      "123-45 6789",
    ],
  },
  ip_address: {
    found: [
      "from «192.0.2.17» port 80",
      "[«2001:db8::1»]",
      "«203.0.113.5», then",
      "dns «2606:4700:4700::1111»",
      "host=«10.0.0.1»",
    ],
    passed: ["version 1.2.3", "256.1.1.1", "10:30:00", "std::vector", "1.2.3.4.5", "v1.2.3.4", "a::b"],
  },
  url_credentials: {
    found: [
      "postgres://«app:s3cret»@db.example/baton",
      "https://«ann:pw»@example.com/x",
      "redis://«:pw»@cache.example:6379",
    ],
    passed: [
      "https://example.com/a:b",
      "https://ann@example.com",
      "mailto:ann@example.com",
      "http://example.com:8080/x",
      "see https://example.com and a:b@c",
    ],
  },
  file_path: {
    pattern: "**/.env*",
    found: [
      "cat «.env»",
      "«./app/.env.local» please",
      '"«src/.env»"',
      "C: «C:\\work\\.env»",
      "«/srv/app/.ENV:3»",
    ],
    passed: ["environment", "app/env.ts", ".envrc/readme.md", "the env file", "process.env"],
  },
  pattern: {
    pattern: "CUST-[0-9]{6}",
    found: ["customer «CUST-123456»", '{"id":"«CUST-000001»"}'],
    passed: ["CUST-12345", "cust-123456", "CUST_123456"],
  },
};

/** Shares of the examples. */
const MIN_RECALL = 0.95;
const MIN_PRECISION = 0.95;

describe("detectors", () => {
  it.each(Object.entries(EXAMPLES))("%s finds its examples and no look-alikes", (name, examples) => {
    const detector = Object.keys(EXAMPLES).find((each): each is DetectorName => each === name);
    if (!detector) throw new Error("a detector has examples");
    const find = detectors.createFinder({ detector, pattern: examples.pattern });
    const matchesIn = (text: string) => find(text).map(({ start, end }) => text.slice(start, end));
    let [right, wrong] = [0, 0];
    const missed: string[] = [];
    const mistaken: string[] = [];
    for (const marked of examples.found) {
      const [, match = ""] = /«(.*)»/.exec(marked) ?? [];
      const matches = matchesIn(marked.replace(/[«»]/g, ""));
      if (matches.includes(match)) right += 1;
      else missed.push(marked);
      const others = matches.filter((each) => each !== match);
      wrong += others.length;
      mistaken.push(...others);
    }
    for (const text of examples.passed) {
      const matches = matchesIn(text);
      wrong += matches.length;
      mistaken.push(...matches);
    }
    const found = { recall: right / examples.found.length, precision: right / Math.max(1, right + wrong) };
    expect(found.recall, `missed: ${missed.join(" | ")}`).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(found.precision, `mistaken: ${mistaken.join(" | ")}`).toBeGreaterThanOrEqual(MIN_PRECISION);
  });
});

const HOSTILE = {
  letters: "a",
  digits: "4",
  "digits in groups": "4 ",
  "card-like groups": "4111-",
  "at signs": "@",
  "cut-off addresses": "a@a.",
  colons: ":",
  "starts of URLs": "://a:",
  "starts of IBANs": "DE89 ",
  "starts of phone numbers": "+1 (2",
  dots: "1.",
  slashes: "../",
};

describe.each(Object.entries(EXAMPLES))("%s on a hostile text", (name, { pattern }) => {
  it.each(Object.entries(HOSTILE))("takes linear time with many %s", (_, part) => {
    const detector = Object.keys(EXAMPLES).find((each): each is DetectorName => each === name);
    if (!detector) throw new Error("a detector has examples");
    const find = detectors.createFinder({ detector, pattern });
    const time = (characters: number) => {
      const text = part.repeat(characters / part.length);
      return Math.min(
        ...[1, 2, 3].map(() => {
          const start = process.cpuUsage();
          find(text);
          return process.cpuUsage(start).user;
        }),
      );
    };
    // Microseconds: below a millisecond, the clock decides.
    expect(time(40_000)).toBeLessThan(10 * Math.max(1_000, time(10_000)));
  });
});

it("finds exactly the paths that a glob fits", () => {
  const name = fc.constantFrom(
    "a",
    ".env",
    "src",
    "Key.pem",
    "*",
    "**",
    "?",
    "*.pem",
    ".e*",
    "{a,src}",
    "[ab]",
    "..",
  );
  const glob = fc.tuple(fc.constantFrom("", "./"), fc.array(name, { minLength: 1, maxLength: 3 }));
  const path = fc.array(fc.constantFrom("a", "b", ".env", ".ENV.local", "src", "key.PEM", "SRC"), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(glob, path, ([start, names], parts) => {
      const pattern = start + names.join("/");
      const text = parts.join("/");
      const fits = picomatch(pattern, { dot: true, nocase: true, noextglob: true });
      const find = detectors.createFinder({ detector: "file_path", pattern });
      expect(find(`see ${text} here`).length > 0).toBe(fits(text) || fits("see") || fits("here"));
    }),
    { numRuns: 2_000 },
  );
});
