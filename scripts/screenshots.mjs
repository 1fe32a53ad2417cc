import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { listenForStop } from "../packages/launch/index.mjs";
import { ensureChromium } from "./chromium.mjs";
import { signInByLink } from "./sign-in-by-link.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const IMAGES = join(ROOT, "docs", "images");
const SIZE = { width: 1440, height: 900 };
/** @type {import("@playwright/test").BrowserContextOptions} */
const LOOK = {
  viewport: SIZE,
  reducedMotion: "reduce",
  timezoneId: "UTC",
  locale: "en-GB",
  bypassCSP: true,
};
/** Sharp on dense screens. */
const SCALE = 1.5;
const QUALITY = 80;
const MAX_BYTES = 180_000;
/** The animation: its width in pixels, and the time that each frame stays, in milliseconds. */
const TOUR_WIDTH = 1200;
const TOUR_MILLISECONDS = 2_200;
const TOUR_MAX_BYTES = 600_000;
/** Time for a development server to build a page. */
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Height of pictures that would otherwise cut through content, or show paths of this machine.
 * @type {Record<string, number>}
 */
const HEIGHTS = { policies: 765, handoff: 640 };

/**
 * The pictures of the README, and how to open each page in the sample.
 * @type {Record<string, (page: Page, address: string) => Promise<void>>}
 */
const PICTURES = {
  overview: async (page, address) => {
    await page.goto(`${address}/w/sample/overview?compare=none`);
    await page.locator(".recharts-surface").first().waitFor();
  },
  policies: async (page, address) => {
    await page.goto(`${address}/w/sample/policies`);
    await page.getByRole("button", { name: "Duplicate" }).waitFor();
  },
  session: async (page, address) => {
    await page.goto(`${address}/w/sample/sessions?search=claim&from=fraud_agent&to=recommendation_agent`);
    const link = page.getByRole("table", { name: "Sessions" }).getByRole("link").first();
    await page.goto(new URL((await link.getAttribute("href")) ?? "", address).href);
    await page
      .getByRole("region", { name: /^Graph of/ })
      .getByRole("button", { name: /^Handoff/ })
      .first()
      .waitFor();
  },
  handoff: async (page, address) => {
    await PICTURES.session?.(page, address);
    const handoffs = page.getByRole("table", { name: "Handoffs of this session" });
    const link = handoffs.getByRole("link", { name: /fraud_agent to recommendation_agent/ }).first();
    await page.goto(new URL((await link.getAttribute("href")) ?? "", address).href);
    await page.getByRole("region", { name: "Fields", exact: true }).waitFor();
  },
};

/**
 * Blocks a field that was seen, publishes that, and returns to the version before. Marks what is clicked next.
 * @param {Page} page
 * @param {string} address
 * @returns {Promise<Buffer[]>} the frames.
 */
async function tour(page, address) {
  /** @type {Buffer[]} */
  const frames = [];
  /** @param {import("@playwright/test").Locator} next */
  const show = async (next) => {
    await next.waitFor();
    await hideWhatIsOfThisMachine(page);
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
    await next.scrollIntoViewIfNeeded();
    await next.evaluate((element) => element.style.setProperty("box-shadow", "0 0 0 3px var(--accent)"));
    frames.push(await page.screenshot());
  };
  await page.goto(`${address}/w/sample/overview?compare=none`);
  await page.locator(".recharts-surface").first().waitFor();
  await show(page.getByRole("button", { name: /Jump to anything/ }).first());
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Jump to anything").fill("internal_notes");
  await show(
    page
      .getByRole("dialog")
      .getByRole("option", { name: /internal_notes/ })
      .first(),
  );
  await page.keyboard.press("Enter");
  const block = page
    .getByRole("button", { name: /^Block it for/ })
    .filter({ hasText: "Block it" })
    .first();
  await show(block);
  await block.click();
  const publish = page.getByRole("button", { name: /^Publish v/ });
  await page.getByRole("region", { name: "Newly blocked" }).waitFor();
  await show(publish);
  await publish.click();
  await page.getByRole("dialog").getByText("No newly passing fields").waitFor();
  const confirm = page.getByRole("dialog").getByRole("button", { name: /^Publish v/ });
  await show(confirm);
  await confirm.click();
  const back = page.getByRole("button", { name: /^Roll back to v/ });
  await show(back);
  await back.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Roll back to v/ })
    .click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  return frames;
}

/**
 * Writes the animation of the README.
 * @param {import("@playwright/test").Browser} browser
 * @param {Exclude<import("@playwright/test").BrowserContextOptions["storageState"], undefined>} storageState
 * @param {string} address
 */
async function captureTour(browser, storageState, address) {
  const context = await browser.newContext({
    storageState,
    ...LOOK,
  });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const shots = await tour(await context.newPage(), address);
  const frames = await Promise.all(
    shots.map((shot) => sharp(shot).resize({ width: TOUR_WIDTH }).png().toBuffer()),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .webp({ quality: QUALITY, loop: 0, delay: frames.map(() => TOUR_MILLISECONDS) })
    .toBuffer();
  save("tour.webp", animation, TOUR_MAX_BYTES);
  await context.close();
}

/**
 * @param {string} name
 * @param {Buffer} picture
 * @param {number} maxBytes
 */
function save(name, picture, maxBytes) {
  const path = join(IMAGES, name);
  console.log(`${path}: ${Math.round(picture.length / 1000)} kB`);
  if (picture.length > maxBytes) throw new Error(`${path} would be larger than ${maxBytes / 1000} kB.`);
  writeFileSync(path, picture);
}

/**
 * `npm run screenshots -- LINK`: takes pictures of a running Baton with its sample data, signed in by the
 * link that its start printed.
 */
async function captureScreenshots() {
  const [link] = process.argv.slice(2);
  if (link === undefined)
    throw new Error("Which Baton? npm run screenshots -- LINK, the link that npm start printed.");
  const address = new URL(link).origin;
  const executablePath = await ensureChromium(ROOT, listenForStop());
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const storageState = await signInByLink(browser, link);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      const context = await browser.newContext({
        storageState,
        colorScheme,
        ...LOOK,
      });
      context.setDefaultTimeout(PATIENCE_MILLISECONDS);
      const page = await context.newPage();
      for (const [name, open] of Object.entries(PICTURES)) {
        await open(page, address);
        await hideWhatIsOfThisMachine(page);
        await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
        const picture = await captureScreenshot(page, HEIGHTS[name] ?? SIZE.height);
        save(`${name}-${colorScheme}.webp`, picture, MAX_BYTES);
      }
      await context.close();
    }
    await captureTour(browser, storageState, address);
  } finally {
    await browser.close();
  }
}

/**
 * Saves the visible page as WebP, which is a fifth of PNG. Converts in the browser, because Playwright does
 * not support WebP.
 * @param {Page} page
 * @param {number} height
 */
async function captureScreenshot(page, height) {
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    clip: { x: 0, y: 0, width: SIZE.width, height, scale: SCALE },
  });
  return Buffer.from(data, "base64");
}

/**
 * Hides additions of `next dev`, and information of the sample about this machine.
 * @param {Page} page
 */
async function hideWhatIsOfThisMachine(page) {
  const content = `nextjs-portal, section[aria-label="Sample data"] { display: none }`;
  await page.addStyleTag({ content });
}

await captureScreenshots();
process.exit();
