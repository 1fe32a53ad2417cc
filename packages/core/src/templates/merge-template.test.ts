import { describe, expect, it } from "vitest";
import { HOOK_SETTINGS } from "./hook-settings";
import { mergeHooks, mergeSection, mergeText, removeHooks } from "./merge-template";
import { POLICY_TEMPLATE } from "./policy-template";

/** Returns the merged text; fails if it is rejected. */
function textOf(merged: ReturnType<typeof mergeText>): string {
  if (merged.state === "refused") throw new Error(merged.reason);
  return merged.text;
}

const OWN = `{
    "model" : "opus",  "permissions": { "allow": ["Bash(npm *)"] },
    "hooks": {
        "PostToolUse": [ {"matcher":"Edit","hooks":[{"type":"command","command":"prettier"}]} ],
        "Stop": []
    }
}
`;

describe("mergeHooks", () => {
  it("adds missing hooks and keeps every existing byte", () => {
    const merged = mergeHooks(OWN);
    const text = textOf(merged);
    expect(merged.state).toBe("added");
    for (const own of [
      '"model" : "opus",  "permissions"',
      '{"matcher":"Edit","hooks":[{"type"',
      '"Stop": []',
    ]) {
      expect(text).toContain(own);
    }
    expect(JSON.parse(text)).toEqual({
      ...JSON.parse(OWN),
      hooks: {
        ...HOOK_SETTINGS.hooks,
        PostToolUse: [...JSON.parse(OWN).hooks.PostToolUse, ...HOOK_SETTINGS.hooks.PostToolUse],
        Stop: [],
      },
    });
    expect(mergeHooks(text)).toEqual({ state: "same", text });
  });

  it("recognizes its hooks with another path and with options", () => {
    const wired = textOf(mergeHooks(null, 'node "/b/bin/baton.mjs"'));
    expect(JSON.parse(wired).hooks.PreCompact[0].hooks[0].command).toBe(
      'node "/b/bin/baton.mjs" hook claude-code',
    );
    expect(mergeHooks(wired).state).toBe("same");
    expect(mergeHooks(wired.replaceAll("claude-code", "claude-code --window 1000000")).state).toBe("same");
  });

  it("are removed again, and nothing else is", () => {
    const kept = textOf(removeHooks(textOf(mergeHooks(OWN))));
    expect(JSON.parse(kept)).toEqual(JSON.parse(OWN));
    expect(removeHooks(kept)).toEqual({ state: "same", text: kept });
    expect(removeHooks(textOf(mergeHooks(null)))).toEqual({ state: "deleted", text: "" });
  });

  it.each([
    ["", "Unexpected end"],
    ["[]", "not a JSON object"],
    ['{"hooks": []}', "not an object"],
    ['{"hooks": {"PreCompact": {}}}', "PreCompact are not a list"],
    ['{"a": 1, "a": 2}', "twice"],
    ["{ // a comment\n}", "JSON"],
  ])("rejects %j", (text, reason) => {
    expect(mergeHooks(text)).toEqual({ state: "refused", reason: expect.stringContaining(reason) });
  });
});

describe("mergeSection", () => {
  const section = POLICY_TEMPLATE.multi_agent_handoffs;

  it("adds its section next to others", () => {
    const merged = mergeSection('{ "retention": {"days":30} }', POLICY_TEMPLATE);
    expect(merged.state).toBe("added");
    expect(textOf(merged)).toContain('"retention": {"days":30}');
    expect(JSON.parse(textOf(merged))).toEqual({ retention: { days: 30 }, multi_agent_handoffs: section });
  });

  it("replaces an existing section in place and reports it", () => {
    const merged = mergeSection('{"policies":{"multi_agent_handoffs":{},"other":1}}', POLICY_TEMPLATE);
    expect(merged.state).toBe("replaces");
    expect(JSON.parse(textOf(merged))).toEqual({ policies: { multi_agent_handoffs: section, other: 1 } });
  });

  it("keeps a file with equal content in any formatting", () => {
    const text = JSON.stringify(POLICY_TEMPLATE, null, 7);
    expect(mergeSection(text, POLICY_TEMPLATE)).toEqual({ state: "same", text });
  });
});

describe("mergeText", () => {
  it("distinguishes new, equal and different text", () => {
    expect([mergeText(null, "a").state, mergeText("a", "a").state, mergeText("b", "a").state]).toEqual([
      "new",
      "same",
      "replaces",
    ]);
  });
});
