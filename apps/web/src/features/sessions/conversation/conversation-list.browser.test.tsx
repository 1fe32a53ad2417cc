import type { ConversationItem } from "@baton/server/conversation/item";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ConversationList } from "./conversation-list";
import type { ConversationLoader } from "./loader";

const placed = (key: string) => ({ key, at: Date.UTC(2026, 2, 1, 10), agentId: null, agent: "main" });
const shown = (text: string, hidden = 0) => ({ text, hidden, key: "k" });

const DOT = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const ITEMS: ConversationItem[] = [
  { ...placed("1"), kind: "message", speaker: "user", text: shown("Fix the <b>pager</b>") },
  {
    ...placed("8"),
    kind: "message",
    speaker: "user",
    text: {
      ...shown(""),
      images: [
        { mediaType: "image/gif", bytes: 43, canShow: true },
        { mediaType: "image/svg+xml", bytes: 2_000, canShow: false },
        { mediaType: "image", bytes: null, canShow: false },
        { mediaType: "image/png", bytes: 9, canShow: true },
      ],
    },
  },
  {
    ...placed("2"),
    kind: "call",
    callId: "t1",
    tool: "Bash",
    title: "npm test",
    input: shown('{ "command": "npm test" }'),
    result: { output: shown("1 failed", 9), isError: true, at: Date.UTC(2026, 2, 1, 10, 0, 2) },
  },
  { ...placed("3"), kind: "context", text: shown("A reminder") },
  { ...placed("5"), kind: "message", speaker: "agent", text: shown("Use **one** <T>\u202e of them") },
  { ...placed("6"), kind: "message", speaker: "user", text: shown("a *b\n  c* שלום\nתודה, Baton.") },
  {
    ...placed("7"),
    kind: "call",
    callId: null,
    tool: "Read",
    title: "/w/\u202etxt.evil",
    input: shown("{}"),
    result: null,
  },
  {
    ...placed("4"),
    kind: "handoff",
    eventId: "e1",
    handoffKind: "context",
    fromAgent: "fraud",
    toAgent: "severity",
    beforeTokens: 900,
    afterTokens: 90,
    blockedCount: 2,
    leakCount: 1,
    isViolation: true,
    started: { agentId: "a1" },
  },
];

const LINKS = {
  item: (key: string) => `#${key}`,
  handoff: (eventId: string) => `/handoffs/${eventId}`,
  compaction: (eventId: string) => `/compactions/${eventId}`,
  started: () => "/started",
};

async function renderList(
  text: ConversationLoader["text"],
  image: ConversationLoader["image"] = async () => null,
) {
  return render(
    <NuqsTestingAdapter>
      <ConversationList items={ITEMS} marked="1" links={LINKS} loader={{ text, image }} />
    </NuqsTestingAdapter>,
  );
}

test("ConversationList opens a failed call, and loads the rest of its output on demand", async () => {
  let answer: { text: string; isCut: boolean } | Error | null = new Error("no connection");
  const { getByText, getByRole } = await renderList(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await expect.element(getByText("1 failed…")).not.toBeVisible();
  await getByText("npm test", { exact: true }).click();
  await expect.element(getByText("1 failed…")).toBeVisible();
  const more = getByRole("button", { name: "Show 9 more characters" });
  await more.click();
  await expect.element(getByText("Could not load the text. Try again.")).toBeVisible();
  answer = { text: "1 failed, 2 passed", isCut: false };
  await more.click();
  await expect.element(getByText("1 failed, 2 passed")).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

test("ConversationList says that a text is not stored any more", async () => {
  const { getByText, getByRole } = await renderList(async () => null);
  await getByText("npm test", { exact: true }).click();
  await getByRole("button", { name: "Show 9 more characters" }).click();
  await expect.element(getByText("The rest of the text is not stored any more.")).toBeVisible();
});

test("ConversationList marks an item, shows HTML as text, folds added text, and shows what a handoff blocked and leaked", async () => {
  const { container, getByText, getByRole } = await renderList(async () => null);
  expect(container.querySelector("[aria-current]")?.textContent).toContain("Fix the <b>pager</b>");
  expect(container.querySelector("b")).toBeNull();
  await expect.element(getByText("Added by the client")).toBeVisible();
  for (const word of ["2 blocked", "1 leaked", "policy violation"])
    await expect.element(getByText(word)).toBeVisible();
  await expect.element(getByRole("link", { name: "Open handoff" })).toHaveAttribute("href", "/handoffs/e1");
  await expect.element(getByRole("link", { name: "Read its messages" })).toHaveAttribute("href", "/started");
});

test("ConversationList keeps what a person typed, and shows characters that reorder a text", async () => {
  const { getByText } = await renderList(async () => null);
  const typed = getByText("a *b");
  await expect.element(typed).toHaveStyle({ whiteSpace: "pre-wrap", unicodeBidi: "plaintext" });
  expect(typed.element().textContent).toBe("a *b\n  c* שלום\nתודה, Baton.");
  await expect.element(getByText("one", { exact: true })).toHaveStyle({ fontWeight: "600" });
  await expect.element(getByText("<T>\\u202E of them")).toBeVisible();
  await expect.element(getByText("/w/\\u202Etxt.evil")).toBeVisible();
});

test("ConversationList shows images of a message, and the type and size of those that it cannot show", async () => {
  const { getByRole, getByText } = await renderList(
    async () => null,
    async (key, image) => (image === 0 ? `${DOT}#${key}` : null),
  );
  await expect
    .element(getByRole("img", { name: "GIF image of the conversation" }))
    .toHaveAttribute("src", `${DOT}#k`);
  for (const caption of [
    "GIF image, 43 B",
    "SVG image, 2.0 kB, not shown",
    "Image, not in the log",
    "PNG image, 9 B, not stored any more",
  ]) {
    await expect.element(getByText(caption)).toBeVisible();
  }
});
