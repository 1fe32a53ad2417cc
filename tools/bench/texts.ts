import { createSequence } from "./bench-row";

type Next = (limit: number) => number;

/** Texts of people and programs by kind, the same in each run, truncated to `bytes` in UTF-8. */
export const WRITTEN = { prose: writeProse, JSON: writeJson, TypeScript: writeTypeScript } as const;

/** Artificial texts on which merging pair by pair takes quadratic time. */
export const HOSTILE = {
  "one letter": () => "a",
  spaces: () => " ",
  "random letters": (next: Next) => String.fromCharCode(0x61 + next(26)),
  "CJK without a break": (next: Next) => String.fromCodePoint(0x4e00 + next(0x5000)),
  base64: (next: Next) => BASE64.charAt(next(64)),
  emoji: (next: Next) => String.fromCodePoint(0x1f300 + next(0x200)),
} as const;

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Joins pieces of text up to `bytes` in UTF-8, without splitting a character. */
export function createText(write: (next: Next) => string, bytes: number): string {
  const next = createSequence(7);
  const parts: string[] = [];
  for (let length = 0; length < bytes; ) {
    const part = write(next);
    parts.push(part);
    length += Buffer.byteLength(part);
  }
  const text = Buffer.from(parts.join("")).subarray(0, bytes).toString();
  return text.replace(/\ufffd$/, "");
}

/** Returns one or two sentences of a claims handler, sometimes with the end of a paragraph. */
function writeProse(next: Next): string {
  const words = Array.from({ length: 5 + next(18) }, () => writeWord(next));
  const marked = words.map((word, index) => (index + 1 < words.length && next(11) === 0 ? `${word},` : word));
  const sentence = marked.join(" ");
  const end = pick(next, [".", ".", ".", ".", "?", "!", ";", ":"]);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${end}${next(7) === 0 ? "\n\n" : " "}`;
}

/** Half of the words of a text are a few frequent ones; most of the others are rare. */
function writeWord(next: Next): string {
  const kind = next(100);
  if (kind < 52) return pick(next, FREQUENT);
  if (kind < 72) return pick(next, STEMS) + pick(next, ["", "", "s", "ed", "ing"]);
  if (kind < 92) return pick(next, PREFIXES) + pick(next, STEMS) + pick(next, SUFFIXES);
  if (kind < 95) return String(next(10 ** (1 + next(5))));
  if (kind < 98) return pick(next, ["it's", "don't", "we'll", "they've", "wasn't", "insurer's", "I'm"]);
  return pick(next, ["Köln", "naïve", "“quoted”", "O'Brien", "e.g.", "U.S.", "café", "–"]);
}

/** Returns an event of a session as a line. */
function writeJson(next: Next): string {
  const identifier = () => next(0x7fff_ffff).toString(16).padStart(8, "0");
  const path = () => Array.from({ length: 1 + next(3) }, () => pick(next, STEMS)).join(".");
  const event = {
    schema_version: "1.0",
    event_type: pick(next, ["context_handoff", "agent_started", "tool_call", "agent_completed"]),
    event_id: `${identifier()}-${identifier()}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + next(31_536_000) * 1_000).toISOString(),
    from_agent: `${pick(next, STEMS)}_agent`,
    to_agent: `${pick(next, STEMS)}_agent`,
    tokens_before: next(100_000),
    reduction: next(10_000) / 10_000,
    note: writeProse(next).trim(),
    outline: Array.from({ length: 2 + next(8) }, () => ({ path: path(), tokens: next(900), fate: "kept" })),
    blocked: next(2) === 0 ? null : [pick(next, STEMS), pick(next, STEMS)],
  };
  return `${JSON.stringify(event)}\n`;
}

/** Returns a function in TypeScript. */
function writeTypeScript(next: Next): string {
  const noun = () => pick(next, STEMS);
  const camel = () => noun() + pick(next, ["Of", "By", "With", "From"]) + capital(noun());
  const [name, list, item, field] = [camel(), `${noun()}s`, noun(), camel()];
  return `/** ${writeProse(next).trim()} */
export async function ${name}(${list}: readonly ${capital(item)}[], limit = ${next(5_000)}): Promise<${capital(field)} | null> {
  const ${field} = new Map<string, ${capital(item)}>();
  for (const [index, ${item}] of ${list}.entries()) {
    if (${item}.${noun()} === undefined || index >= limit) continue;
    // ${writeProse(next).trim()}
    ${field}.set(\`\${${item}.${noun()}}:\${index}\`, { ...${item}, ${noun()}: ${next(100)}, ${camel()}: "${noun()}" });
  }
  return ${field}.size > ${next(10)} ? await this.${camel()}([...${field}.values()], { ${noun()}: true }) : null;
}

`;
}

/**
 * Returns typical Chinese and Japanese: words, particles, rarer characters, numbers and their own
 * punctuation.
 */
export function writeCjk(next: Next): string {
  const kind = next(100);
  if (kind < 45) return pick(next, CJK_WORDS);
  if (kind < 65) return String.fromCodePoint(0x4e00 + Math.floor((next(20_000) * next(20_000)) / 20_000));
  if (kind < 80)
    return Array.from({ length: 1 + next(4) }, () => String.fromCodePoint(0x3042 + next(80))).join("");
  if (kind < 92) return pick(next, ["，", "。", "、", "的", "了", "は", "を", "「", "」", "\n"]);
  if (kind < 97) return String(next(3_000));
  return String.fromCodePoint(0x1f600 + next(80));
}

function pick(next: Next, choices: readonly string[]): string {
  return choices[next(choices.length)] ?? "";
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const words = (text: string) => text.trim().split(/\s+/);

const FREQUENT = words(`
  the the the the the the of of of and and and to to to in in a a a is is that that for it with as was on be at by this from are or
  an which not have had but were they their has been its one all can there more will when who may if no what out other about into
  than them so some could time these two then do first any now such like our over also after most must before through where much
`);
const STEMS = words(`
  account act adjust agent agree amount appeal approve assess audit bill bound build call case cause change charge check claim
  client close collect collide compare consider contract cost count cover damage decide deduct delay deliver deny depend deposit
  detail driver enter estimate event evidence examine exclude expert explain field file find fraud govern grant handle hazard
  history house identify impact incident indicate inspect insure interest invoice issue judge know letter limit locate loss manage
  mark matter measure mechanic method model note notice object observe operate order pattern pay permit phone photo place plan
  police policy prevent price process protect prove provide question reason receive record reduce refer refuse region regulate
  reject relate remark repair replace report request require respond result review risk rule score search section select settle
  severe shop sign source standard state statement storm subject suggest summary supply suspect system table term test threshold
  total trace transfer treat type valid vehicle verify view water weigh witness work write
`);
const PREFIXES = [
  "",
  "",
  "",
  "",
  "re",
  "un",
  "pre",
  "over",
  "under",
  "non",
  "mis",
  "sub",
  "inter",
  "counter",
  "co-",
];
const SUFFIXES = words(
  "s ed ing er ers ment ation ally able ability ness less ful ive or ors ism ist ize izing ship hood ward",
);
const CJK_WORDS = words(`
  我们 他们 可以 没有 一个 这个 保险 公司 事故 车辆 报告 调查 证据 赔偿 金额 客户 合同 条款 责任 损失 评估 风险 处理 需要 时间 问题
  因为 所以 但是 如果 已经 进行 根据 情况 信息 系统 数据 分析 结果 建议 东京 日本 保険 会社 調査 報告書 自動車 損害 金額 契約 について します
  から まで した です ます という こと もの ため 確認 必要 場合 写真 修理 見積 請求
`);
