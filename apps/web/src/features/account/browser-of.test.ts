import { expect, it } from "vitest";
import { browserOf } from "./browser-of";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"],
  ["curl/8", "Unknown"],
  [null, "Unknown"],
])("browserOf recognizes %j", (userAgent, browser) => {
  expect(browserOf(userAgent)).toBe(browser);
});
