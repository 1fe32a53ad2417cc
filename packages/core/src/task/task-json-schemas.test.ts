import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HANDOFF, RESPONSE } from "../../test/task-documents";
import { TaskHandoff, TaskResponse } from "./task-handoff";
import { taskJsonSchemas } from "./task-json-schemas";

const schemas = taskJsonSchemas();

describe.each([
  { name: "task-handoff", zod: TaskHandoff, valid: HANDOFF },
  { name: "task-response", zod: TaskResponse, valid: RESPONSE },
] as const)("the published schema $name", ({ name, zod, valid }) => {
  it("equals the code's schema; after a change, update it with `npx vitest -u`", async () => {
    const published = `${JSON.stringify(schemas[name], null, 2)}\n`;
    await expect(published).toMatchFileSnapshot(`../../../../docs/schemas/${name}.schema.json`);
  });

  it("accepts and rejects the same documents as the code", () => {
    const validate = new Ajv().compile(schemas[name]);
    expect(validate(valid)).toBe(true);
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constantFrom(...Object.values(valid)));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(zod.shape)), value, (key, changed) => {
        const document = { ...valid, [key]: changed };
        if (changed === undefined) Reflect.deleteProperty(document, key);
        expect(validate(document)).toBe(zod.safeParse(document).success);
      }),
    );
  });
});
