import { describe, expect, it } from "vitest";
import { parseSwitch } from "./policy-switch";
import { ENFORCED, switchSetting } from "./switch-setting";

describe("parseSwitch", () => {
  it.each([
    [{}, { enabled: false, observe: false }],
    [{ multi_agent_handoffs: null }, { enabled: false, observe: false }],
    [{ multi_agent_handoffs: { _description: "a comment" } }, { enabled: false, observe: false }],
    [{ multi_agent_handoffs: { enabled: true } }, { enabled: true, observe: false }],
    [{ multi_agent_handoffs: { enabled: null, observe: true } }, { enabled: false, observe: true }],
    [{ other: { enabled: true } }, { enabled: false, observe: false }],
  ])("parses %j", (systemConfig, policySwitch) => {
    expect(parseSwitch(systemConfig)).toEqual({ ok: true, switch: policySwitch });
  });

  it("names a flag that is not true or false", () => {
    expect(parseSwitch({ multi_agent_handoffs: { enabled: "yes" } })).toEqual({
      ok: false,
      findings: [
        {
          code: "malformed_switch",
          severity: "error",
          path: "/multi_agent_handoffs/enabled",
          message: '/multi_agent_handoffs/enabled is text ("yes"), true or false is needed',
          hint: "Correct the value; until then the last valid policy stays in force.",
        },
      ],
    });
  });

  it.each([[null], ["{}"], [[]], [{ multi_agent_handoffs: true }]])("rejects %j", (systemConfig) => {
    const parsed = parseSwitch(systemConfig);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok || parsed.findings.map(({ code }) => code)).toEqual(["malformed_switch"]);
  });
});

describe("switchSetting", () => {
  it.each([
    [{ enabled: false, observe: false }, "off"],
    [{ enabled: false, observe: true }, "observe"],
    [{ enabled: true, observe: true }, "observe"],
    [ENFORCED, "enforce"],
  ])("returns the setting of %j: %s", (policySwitch, setting) => {
    expect(switchSetting(policySwitch)).toBe(setting);
  });
});
