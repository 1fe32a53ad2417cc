import { describe, expect, it } from "vitest";
import { HANDOFF, RESPONSE } from "../../test/task-documents";
import { AgentContextHub } from "./agent-context-hub";

const SEAT = "interface Seat { row: number }";
const WIDER = "interface Seat { row: number; taken: boolean }";

function hubWith(interfaces: Record<string, string>): AgentContextHub {
  const hub = new AgentContextHub();
  hub.update({ taskId: "seats-001", interfaces });
  return hub;
}

describe("AgentContextHub", () => {
  it("stores the interfaces of responses by name", () => {
    const hub = new AgentContextHub();
    expect(hub.update(RESPONSE)).toEqual({ added: ["SeatMapProps"], conflicts: [] });
    hub.update({ taskId: "seats-008", interfaces: { Seat: SEAT } });
    expect(hub.interfaces).toEqual({ ...RESPONSE.interfaces, Seat: SEAT });
  });

  it("accepts the same interface again in any formatting", () => {
    const hub = hubWith({ Seat: SEAT });
    const relaid = {
      taskId: "seats-002",
      interfaces: { Seat: "interface Seat {\n  row: number // from 1\n}" },
    };
    expect(hub.update(relaid)).toEqual({ added: [], conflicts: [] });
  });

  it("reports a conflict if a name returns with another form, and keeps the first one until it is resolved", () => {
    const hub = hubWith({ Seat: SEAT });
    const { conflicts } = hub.update({ taskId: "seats-002", interfaces: { Seat: WIDER } });
    expect(conflicts).toEqual([
      { name: "Seat", kept: SEAT, keptFrom: "seats-001", offered: WIDER, offeredFrom: "seats-002" },
    ]);
    expect(hub.interfaces).toEqual({ Seat: SEAT });
    for (const conflict of conflicts) hub.accept(conflict);
    expect(hub.interfaces).toEqual({ Seat: WIDER });
  });

  it("fills the next handoff with the interfaces that it names", () => {
    const hub = hubWith({
      Seat: SEAT,
      SeatMapProps: "interface SeatMapProps {}",
      Row: "type Row = 1",
      UIStore: "type UIStore = 2",
    });
    const next = {
      ...HANDOFF,
      interfaces: { Seat: "", Ticket: "", Hall: "type Hall = 3" },
      taskDescription: "Row by row, pass SeatMapProps on",
      criticalNotes: ["Leave `Row` as it is"],
    };
    const { handoff, filled, unknown } = hub.fill(next);
    expect(filled).toEqual(["Seat", "SeatMapProps", "Row"]);
    expect(unknown).toEqual(["Ticket"]);
    expect(handoff.interfaces).toEqual({
      Seat: SEAT,
      Ticket: "",
      Hall: "type Hall = 3",
      SeatMapProps: "interface SeatMapProps {}",
      Row: "type Row = 1",
    });
  });

  it("does not treat a plain word or a part of a word as a name", () => {
    const hub = hubWith({ Row: "type Row = 1", SeatMap: "type SeatMap = 2" });
    expect(hub.fill({ ...HANDOFF, taskDescription: "Row by row, in MySeatMap2" }).filled).toEqual([]);
  });
});
