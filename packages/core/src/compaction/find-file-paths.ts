/** Characters of a path. Cutting out candidates first keeps the checked texts short. */
const CANDIDATE = /[\w@.+~/-]+/g;

const MAX_LENGTH = 300;

/** Extensions that identify a name without a folder as a file. */
const ENDINGS = new Set(
  (
    "bash c cc cfg clj conf cpp cs css csv dart env erl ex exs go gradle graphql h heex hpp hs html ini java jl js json jsonl jsx kt " +
    "lean lock log lua m md mdx mjs ml mts php pl proto ps1 puml py r rb rs scala scss sh sol sql svelte swift tex tf toml ts tsx txt " +
    "vue xml yaml yml zig zsh"
  ).split(" "),
);

/**
 * Returns the file paths of a text: names with a known extension, or with a folder and an extension. Ignores
 * URLs.
 */
export function findFilePaths(text: string): string[] {
  const withoutAddresses = text.replace(/\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi, " ");
  return [...withoutAddresses.matchAll(CANDIDATE)]
    .map(([candidate]) => candidate)
    .filter((candidate) => candidate.length <= MAX_LENGTH)
    .map((candidate) => candidate.replace(/^[-+]+/, "").replace(/[./-]+$/, ""))
    .filter(isFilePath);
}

function isFilePath(candidate: string): boolean {
  const name = candidate.slice(candidate.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  if (dot < 0 || !/[A-Za-z]/.test(name)) return false;
  const ending = name.slice(dot + 1).toLowerCase();
  if (ENDINGS.has(ending)) return dot > 0 || candidate !== name;
  return candidate.includes("/") && /^[a-z][a-z0-9]{0,7}$/.test(ending) && dot > 0;
}
