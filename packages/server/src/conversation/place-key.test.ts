import { expect, it } from "vitest";
import { callTitle } from "./call-title";
import { placeKey, readPlaceKey } from "./place-key";

it("readPlaceKey reads what placeKey wrote, and rejects other texts", () => {
  const place = { occurredAt: 1_700_000_000_000, sourceFileId: 12, generation: 3, sequence: 4_500 };
  expect(readPlaceKey(placeKey(place))).toEqual({ ...place, part: 0 });
  expect(readPlaceKey(placeKey(place, 7))).toEqual({ ...place, part: 7 });
  for (const text of ["", "1.2.3", "1.2.3.x", "1.2.3.4.5.6", "-1.2.3.4", "9".repeat(16).concat(".1.1.1")]) {
    expect(readPlaceKey(text)).toBeNull();
  }
});

it("callTitle names the most telling value of an input, on one line", () => {
  expect(callTitle('{"timeout":5,"command":"npm\\n test","description":""}')).toBe("npm test");
  expect(callTitle('{"cmd":["bash","-lc","ls"]}')).toBe("bash -lc ls");
  expect(callTitle('{"limit":5}')).toBe('{"limit":5}');
  expect(callTitle("{}")).toBe("");
  expect(callTitle("*** Begin Patch")).toBe("*** Begin Patch");
  expect(callTitle("{ not JSON")).toBe("{ not JSON");
  expect(callTitle(`{"a":"${"x".repeat(500)}"}`)).toHaveLength(121);
});
