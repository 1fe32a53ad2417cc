import { vi } from "vitest";

vi.hoisted(() => {
  process.env.BATON_BASE_PATH = "/baton";
});
// The same tests, with callbacks and cookies below a path.
await import("./single-sign-on.db.test");
