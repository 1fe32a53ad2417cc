import type { Case } from "./expected-case";

const RECORDINGS = "clients/claude-code-2.1.197";
const ONE = "11111111-1111-4111-8111-111111111111";

/** Expected results for transcripts of Claude Code: the model stub of the recordings counted them. */
export const CLAUDE_CODE_CASES: readonly Case[] = [
  {
    folder: `${RECORDINGS}/nested`,
    sessions: ["04ea2125-beba-49f7-9dc7-8fe86e66b401"],
    usage: { "general-purpose": [3, 3_036, 900, 27_000, 186], main: [2, 2_024, 600, 18_000, 124] },
    handoffs: [
      "delegation main → general-purpose",
      "delegation general-purpose → general-purpose#2",
      "return general-purpose#2 → general-purpose",
      "return general-purpose → main",
    ],
  },
  {
    folder: `${RECORDINGS}/background`,
    sessions: ["7aadaae6-6150-4e8f-b6f1-89ddca51d244"],
    usage: { "general-purpose": [1, 1_025, 300, 9_000, 75], main: [2, 2_050, 600, 18_000, 150] },
    handoffs: ["delegation main → general-purpose", "return general-purpose → main"],
  },
  {
    folder: `${RECORDINGS}/message`,
    sessions: ["e3c9776b-e414-47bd-8d5d-e86b8fea1dc5"],
    usage: { "general-purpose": [2, 2_008, 600, 18_000, 108], main: [3, 3_012, 900, 27_000, 162] },
    handoffs: [
      "delegation main → general-purpose",
      "return general-purpose → main",
      "message main → general-purpose",
      "return general-purpose → main",
    ],
  },
  {
    folder: `${RECORDINGS}/failing`,
    sessions: ["cb7150a2-24ea-422d-ada8-c579faa04718"],
    usage: { main: [2, 2_034, 600, 18_000, 134] },
    handoffs: ["delegation main → general-purpose", "return general-purpose → main"],
    errors: 2,
  },
  {
    folder: `${RECORDINGS}/unknown-type`,
    sessions: ["e0b77bfa-c105-49c3-8e3a-9fd84e755c48"],
    usage: { main: [2, 2_057, 600, 18_000, 157] },
    handoffs: [],
    errors: 1,
  },
  {
    folder: `${RECORDINGS}/tools`,
    sessions: ["ef358d5b-b1f1-42a0-b978-0333799d5c1f"],
    usage: { main: [3, 3_063, 900, 27_000, 213] },
    handoffs: [],
  },
  {
    folder: `${RECORDINGS}/compact`,
    sessions: ["3c50ab5f-2965-480e-9386-f7a486238149"],
    usage: { "general-purpose": [5, 5_121, 1_500, 45_000, 371], main: [7, 7_250, 2_100, 63_000, 600] },
    handoffs: [
      "delegation main → general-purpose",
      "delegation main → general-purpose#2",
      "return general-purpose#2 → main",
      "return general-purpose → main",
      "delegation main → general-purpose#3",
      "return general-purpose#3 → main",
    ],
    compactions: ["10442 → 606"],
  },
  {
    folder: "cases/06-claude-async-agent",
    sessions: [ONE],
    usage: { main: [1, 10, 0, 5_000, 50] },
    handoffs: ["delegation main → Explore", "return Explore → main"],
  },
  {
    folder: "cases/07-claude-sidechain-replay",
    sessions: [ONE],
    usage: { main: [1, 10, 200, 3_000, 80], unknown: [1, 5, 20, 3_200, 15] },
    handoffs: [],
  },
  {
    folder: "cases/09-claude-no-request-id",
    sessions: [ONE],
    usage: { main: [1, 1_000, 0, 0, 200] },
    handoffs: [],
  },
  {
    folder: "cases/10-claude-new-first-line",
    sessions: [ONE, ONE.replace(/1$/, "2"), ONE.replace(/1$/, "3"), ONE.replace(/1$/, "4")],
    usage: { main: [4, 40, 0, 400, 80] },
    handoffs: [],
  },
  {
    folder: "cases/11-claude-stream-json",
    sessions: [ONE],
    usage: { Explore: [1, 7, 0, 900, 9], main: [1, 10, 0, 5_000, 50] },
    handoffs: ["delegation main → Explore", "return Explore → main"],
    compactions: ["167000 → 9000"],
  },
  {
    folder: "cases/13-claude-compact-new-keys",
    sessions: [ONE],
    usage: {},
    handoffs: [],
    compactions: ["167432 → 9200"],
  },
  {
    folder: "cases/15-claude-team-messages",
    sessions: [
      "22222222-1111-4111-8111-111111111111",
      "33333333-1111-4111-8111-111111111111 < 22222222-1111-4111-8111-111111111111",
    ],
    usage: { "team-lead": [2, 20, 0, 10_100, 100], tester: [1, 9, 0, 800, 70] },
    handoffs: ["delegation team-lead → tester", "message team-lead → tester", "message tester → team-lead"],
  },
  {
    folder: "cases/23-jsonl-line-separators",
    sessions: [ONE],
    usage: { main: [1, 1, 0, 2, 3] },
    handoffs: [],
  },
  {
    folder: "cases/27-claude-synthetic-error",
    sessions: [ONE],
    usage: { main: [1, 3, 0, 5, 7] },
    handoffs: [],
    errors: 1,
  },
  {
    folder: "cases/29-qwen-code-misread",
    sessions: [ONE],
    usage: { main: [1, 900, 0, 0, 12] },
    handoffs: [],
  },
  {
    folder: "cases/38-claude-return-without-content",
    sessions: ["66666666-1111-4111-8111-111111111111"],
    usage: { main: [1, 10, 0, 5_000, 50] },
    handoffs: ["delegation main → Explore", "return Explore → main"],
  },
];
