import type { Finding } from "../finding";
import { parseInterface } from "./parse-interface";
import { taskFinding } from "./task-finding";

/**
 * Returns the interfaces that contain more than TypeScript types and signatures, or are not TypeScript.
 *
 * @param interfaces texts by name, as under `interfaces` of a handoff or a response.
 */
export function findImplementations(interfaces: Readonly<Record<string, string>>): Finding[] {
  return Object.entries(interfaces).flatMap(([name, text]) => {
    const reading = parseInterface(text);
    if (reading.ok) return [];
    const { implementation } = reading;
    const message = implementation
      ? `the text has ${implementation.what} on its line ${implementation.line}, where types and signatures belong`
      : "the text is not a TypeScript declaration of types and signatures";
    return [taskFinding("implementation_in_interface", ["interfaces", name], message)];
  });
}
