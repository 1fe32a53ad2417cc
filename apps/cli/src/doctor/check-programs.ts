import { existsSync } from "node:fs";
import { join } from "node:path";
import { explainPath, isClone, isNodeNewEnough, OLDEST_NODE, PROGRAMS } from "@baton/launch";
import { PROJECT_ROOT } from "../project";
import type { Check } from "./check";

/** Checks that this Node can run Baton. */
export function checkNode(version = process.versions.node): Check {
  const name = "Node";
  if (isNodeNewEnough(version)) return { name, state: "ok", message: version };
  return {
    name,
    state: "problem",
    message: `${version} is too old.`,
    advice: `Install Node ${OLDEST_NODE} or newer from nodejs.org.`,
  };
}

/** Checks that all of Baton's programs exist. */
export function checkPrograms(root = PROJECT_ROOT): Check {
  const name = "programs";
  const missing = Object.values(PROGRAMS).filter((path) => !existsSync(join(root, path)));
  if (missing.length === 0) return { name, state: "ok", message: root };
  return {
    name,
    state: "problem",
    message: `Missing in ${root}: ${missing.join(", ")}.`,
    advice: isClone(root) ? "Run “npm start”, which builds them." : "Install @baton/cli again.",
  };
}

/** Checks that the programs can serve the public address; nothing if they can. */
export function checkAddress(url: string | undefined, root = PROJECT_ROOT): Check[] {
  const reason = explainPath(root, url);
  return reason === undefined ? [] : [{ name: "address", state: "problem", message: reason }];
}

/** Compares the running version with the installed one. */
export function checkVersion(installed: string, running: string | undefined): Check {
  const name = "version";
  if (running === undefined || running === installed) return { name, state: "ok", message: installed };
  return {
    name,
    state: "problem",
    message: `${installed} is installed, but ${running} runs.`,
    advice: "Run “baton stop”, then “baton start”.",
  };
}
