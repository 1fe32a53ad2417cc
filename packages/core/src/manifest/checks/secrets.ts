import type { Finding } from "../../finding";
import type { SecretFinder } from "../../secret-finder";
import { compactJson } from "../manifest";
import { manifestFinding } from "../manifest-finding";
import type { Check } from "./check";

/**
 * Finds secrets in the manifest, with their positions, and in the required reading. Findings never contain
 * the secret.
 */
export const checkSecrets: Check = ({ document, secretFinder, files }) => [
  ...(secretFinder ? findSecrets(document, secretFinder) : []),
  ...(files?.requiredReading ?? []).flatMap((entry, index) =>
    (entry?.files ?? []).flatMap((file) =>
      file.state === "counted" && file.secretKinds.length > 0
        ? [secretFound(["required_reading", index, "file"], "the file holds", file.secretKinds)]
        : [],
    ),
  ),
];

/** Characters of a key to check with the texts below it: secret names are shorter. */
const MAX_KEY = 200;

function findSecrets(document: unknown, finder: SecretFinder): Finding[] {
  // Checks the whole first; positions are only searched if it has a secret.
  const found = kindsOf(compactJson(document), finder);
  if (found.length === 0) return [];
  const findings = listTexts(document).flatMap(({ place, key, text }) => {
    const kinds = kindsOf(JSON.stringify({ [key.slice(-MAX_KEY)]: text }), finder);
    return kinds.length > 0 ? [secretFound(place, "the text holds", kinds)] : [];
  });
  return findings.length > 0 ? findings : [secretFound([], "the manifest holds", found)];
}

function kindsOf(text: string, finder: SecretFinder): string[] {
  return [...new Set(finder.findSecrets(text).map(({ kind }) => kind))].sort();
}

function secretFound(place: readonly PropertyKey[], what: string, kinds: readonly string[]): Finding {
  const names = kinds.join(", ");
  return manifestFinding("secret_found", place, `${what} what looks like a secret (${names})`);
}

interface Text {
  place: PropertyKey[];
  /** The nearest key above it: some secrets are recognized only by their key. */
  key: string;
  text: string;
}

function listTexts(document: unknown): Text[] {
  const texts: Text[] = [];
  const pending: { place: PropertyKey[]; key: string; value: unknown }[] = [
    { place: [], key: "", value: document },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { place, key, value } = next;
    if (typeof value === "string") texts.push({ place, key, text: value });
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        pending.push({ place: [...place, index], key, value: item });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value))
        pending.push({ place: [...place, name], key: name, value: item });
    }
  }
  return texts;
}
