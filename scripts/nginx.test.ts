import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

it.each([
  ["baton.conf", ""],
  ["baton-path.conf", "/baton"],
])("%s forwards every address that ingest documents", (file, path) => {
  const [, forwarded = ""] = /location ~ (\^\S*\/v1\/\S+)/.exec(read(`deploy/nginx/${file}`)) ?? [];
  const documented = [...read("docs/ingest-http.md").matchAll(/`POST (\/v1\/\w+)`/g)].map(
    ([, address]) => address,
  );
  expect(documented).toContain("/v1/logs");
  expect(documented.filter((address) => !new RegExp(forwarded).test(`${path}${address}`))).toEqual([]);
});
