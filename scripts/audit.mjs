import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastLines, runCommand } from "../packages/launch/index.mjs";

/** @typedef {{ license?: { id?: string, name?: string }, expression?: string }} License */
/** @typedef {{ name: string, version: string, licenses?: License[] }} Component */

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const REPORTS = join(ROOT, "reports");

/**
 * `npm run audit`: searches shipped packages for known vulnerabilities, and lists them with their licenses.
 * Run by hand, not by the tests, because it queries the registry.
 */
mkdirSync(REPORTS, { recursive: true });
const components = await writeBillOfMaterials();
writeLicences(components);
process.exitCode = (await lookUpVulnerabilities()) ? 0 : 1;

/** @returns {Promise<Component[]>} shipped packages, as listed by CycloneDX */
async function writeBillOfMaterials() {
  const { code, output } = await npm(["sbom", "--omit=dev", "--sbom-format=cyclonedx", "--loglevel=silent"]);
  if (code !== 0) throw new Error(`npm sbom failed:\n${lastLines(output)}`);
  const bill = JSON.parse(output.slice(output.indexOf("{")));
  const file = join(REPORTS, "sbom.cdx.json");
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(
    `${bill.components.length} packages ship; the bill of materials (CycloneDX ${bill.specVersion}): ${file}`,
  );
  return bill.components;
}

/** @param {Component[]} components */
function writeLicences(components) {
  /** @type {Map<string, string[]>} */
  const byLicence = new Map();
  for (const { name, version, licenses } of components) {
    const licence = licenses?.map(nameOf).join(" and ") || "none stated";
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  }
  const sorted = [...byLicence].sort(([, one], [, other]) => other.length - one.length);
  const file = join(REPORTS, "licences.txt");
  writeFileSync(
    file,
    sorted.map(([licence, names]) => `${licence}\n${names.map((name) => `  ${name}\n`).join("")}`).join("\n"),
  );
  console.log(`Their licences (by package: ${file}):`);
  for (const [licence, names] of sorted) console.log(`  ${licence}: ${names.length}`);
}

/** @param {License} licence */
function nameOf({ license, expression }) {
  return expression ?? license?.id ?? license?.name ?? "none stated";
}

/** @returns {Promise<boolean>} true if the registry responded and knows no high or critical vulnerability */
async function lookUpVulnerabilities() {
  const { output } = await npm(["audit", "--omit=dev", "--json", "--loglevel=silent"]);
  const { message, metadata } = readAnswer(output);
  const counts = metadata?.vulnerabilities;
  if (!counts) {
    console.error(
      `Whether anything is known of these packages, nobody knows: the registry did not answer the question (${message}).`,
    );
    return false;
  }
  const levels = ["critical", "high", "moderate", "low"].map((level) => `${counts[level] ?? 0} ${level}`);
  console.log(`Known vulnerabilities: ${levels.join(", ")}.`);
  return (counts.critical ?? 0) + (counts.high ?? 0) === 0;
}

/**
 * @param {string} output @returns {{ message?: string, metadata?: {
 *   vulnerabilities?: Record<string, number> } }}
 */
function readAnswer(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{")));
  } catch {
    return { message: lastLines(output, 2) };
  }
}

/** @param {readonly string[]} parameters */
function npm(parameters) {
  return runCommand("npm", parameters, { cwd: ROOT });
}
