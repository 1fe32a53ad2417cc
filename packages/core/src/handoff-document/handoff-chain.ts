import { type Finding, sortFindings } from "../finding";
import { handoffDocumentFinding } from "./handoff-document-finding";

/** A handoff document as a link of a chain. */
export interface ChainLink {
  /** Relative to the project root, with `/` between folders. */
  path: string;
  /** From the front matter: a path next to the document or from the project root; null without one. */
  predecessor: string | null;
  /** Milliseconds since 1970; null if unknown. */
  createdAt: number | null;
}

export interface HandoffChains {
  /**
   * Paths of documents for each chain, newest first, as a successor reads them; the chain with the newest
   * document is first.
   */
  chains: string[][];
  /** `handoff_cycle` and `dead_predecessor`; the path points into the list of links. */
  findings: Finding[];
}

/**
 * Follows the links from each document to its predecessor. A chain starts at a document without a successor
 * and can share its older part with another chain. In a cycle, the newest document starts the chain.
 */
export function chainHandoffs(links: readonly ChainLink[]): HandoffChains {
  const byPath = new Map(links.map((link) => [normalize(link.path), link]));
  const findings: Finding[] = [];
  const before = new Map<ChainLink, ChainLink>();
  for (const [index, link] of links.entries()) {
    if (link.predecessor === null) continue;
    const found = resolve(link, link.predecessor, byPath);
    if (found) before.set(link, found);
    else findings.push(deadPredecessor(index, link.path, link.predecessor));
  }
  const newestFirst = [...links].sort(compareAge);
  const followed = new Set(before.values());
  const seen = new Set<ChainLink>();
  const chains: string[][] = [];
  const follow = (head: ChainLink) => {
    const chain = new Set<ChainLink>();
    let link: ChainLink | undefined = head;
    for (; link && !chain.has(link); link = before.get(link)) chain.add(link);
    if (link && !seen.has(link)) findings.push(cycle(links.indexOf(link), [...chain], link));
    for (const member of chain) seen.add(member);
    chains.push([...chain].map(({ path }) => path));
  };
  for (const link of newestFirst) if (!followed.has(link)) follow(link);
  for (const link of newestFirst) if (!seen.has(link)) follow(link);
  const age = new Map(newestFirst.map(({ path }, index) => [path, index]));
  chains.sort(([a = ""], [b = ""]) => (age.get(a) ?? 0) - (age.get(b) ?? 0));
  return { chains, findings: sortFindings(findings) };
}

/** Next to the document, from the root, or the only one with its name, because documents are archived. */
function resolve(
  link: ChainLink,
  predecessor: string,
  byPath: ReadonlyMap<string, ChainLink>,
): ChainLink | null {
  const folder = link.path.split("/").slice(0, -1).join("/");
  const named = byPath.get(normalize(`${folder}/${predecessor}`)) ?? byPath.get(normalize(predecessor));
  if (named) return named;
  const name = nameOf(predecessor);
  const alike = [...byPath].filter(([path]) => nameOf(path) === name).map(([, other]) => other);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** Newest first; without a time by path, because names contain phases and times. */
function compareAge(a: ChainLink, b: ChainLink): number {
  if (a.createdAt !== null && b.createdAt !== null && a.createdAt !== b.createdAt)
    return b.createdAt - a.createdAt;
  return b.path.localeCompare(a.path, "en", { numeric: true });
}

function deadPredecessor(index: number, path: string, predecessor: string): Finding {
  const message = `${path} names the predecessor ${predecessor}, which does not exist`;
  return handoffDocumentFinding("dead_predecessor", [index, "predecessor"], message);
}

function cycle(index: number, chain: readonly ChainLink[], start: ChainLink): Finding {
  const circle = chain.slice(chain.indexOf(start)).map(({ path }) => path);
  const message = `these documents form a cycle: ${[...circle, circle[0]].join(", ")}`;
  return handoffDocumentFinding("handoff_cycle", [index, "predecessor"], message);
}
