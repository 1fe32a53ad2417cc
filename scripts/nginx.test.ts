import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

it("the configuration of nginx forwards every address that ingest documents", () => {
  const [, forwarded = ""] = /location ~ (\^\/v1\/\S+)/.exec(read("deploy/nginx/baton.conf")) ?? [];
  const documented = [...read("docs/ingest-http.md").matchAll(/`POST (\/v1\/\w+)`/g)].map(
    ([, address]) => address,
  );
  expect(documented).toContain("/v1/logs");
  expect(documented.filter((address) => !new RegExp(forwarded).test(address ?? ""))).toEqual([]);
});
