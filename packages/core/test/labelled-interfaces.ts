/**
 * Values of `interfaces` from an orchestrator, each labeled by a person: does it contain an implementation,
 * or anything other than TypeScript types and signatures? The labels are older than the code. Third-party
 * code is labeled by position in the checks over real inputs.
 */
export const LABELLED_INTERFACES: readonly { text: string; isImplementation: boolean }[] = [
  { text: "interface Seat { row: number; taken?: boolean }", isImplementation: false },
  { text: "type Priority = 'low' | 'high'", isImplementation: false },
  { text: "type Load = <Row>(id: string) => Promise<Row | null>", isImplementation: false },
  { text: "function load(id: string): Promise<Seat>", isImplementation: false },
  { text: "export declare function load(id: string): Promise<Seat>;", isImplementation: false },
  { text: "function f(a: string): void; function f(a: number): void", isImplementation: false },
  {
    text: "declare class Hall { readonly seats: Seat[]; book(row: number): boolean }",
    isImplementation: false,
  },
  { text: "abstract class Store { abstract get(key: string): unknown }", isImplementation: false },
  { text: "(row: number, taken: boolean) => void", isImplementation: false },
  { text: "{ row: number; taken: boolean }", isImplementation: false },
  { text: "book(row: number): boolean", isImplementation: false },
  { text: "const enum Level { Low = 1, High = 2 }", isImplementation: false },
  { text: "declare const LIMIT: 5", isImplementation: false },
  { text: "declare namespace Hall { interface Seat { row: number } }", isImplementation: false },
  { text: "import type { Seat } from './seat'; export type Row = Seat[]", isImplementation: false },
  { text: "/** return { body } */ interface Empty {} // function f() {}", isImplementation: false },
  { text: `type Key<T> = { [K in keyof T as \`on\${string & K}\`]?: T[K] }`, isImplementation: false },
  { text: "Map<string, Seat[]>", isImplementation: false },
  { text: `function load(id: string) { return fetch(\`/seats/\${id}\`) }`, isImplementation: true },
  { text: "const load = async (id: string): Promise<Seat> => fetchSeat(id)", isImplementation: true },
  { text: "export const LIMIT = computeLimit(5)", isImplementation: true },
  {
    text: "class Hall { seats: Seat[] = []; book(row: number) { this.seats.push({ row }) } }",
    isImplementation: true,
  },
  { text: "interface Seat { row: number }\nconst seats: Seat[] = []", isImplementation: true },
  { text: "function page(size = 20): Row[]", isImplementation: true },
  { text: "namespace Hall { export function open() { return true } }", isImplementation: true },
  {
    text: "function Toggle({ enabled, onChange }: ToggleProps) { return <button onClick={onChange}>{enabled ? 'On' : 'Off'}</button> }",
    isImplementation: true,
  },
  { text: "export default createStore({ rows: [] })", isImplementation: true },
  { text: "class Hall { get size(): number { return 3 } }", isImplementation: true },
  { text: "def load(id: str) -> Seat:\n    return fetch(id)", isImplementation: true },
  { text: "The seat has a row and a flag that says whether it is taken.", isImplementation: true },
  { text: "if (ready) start()", isImplementation: true },
  { text: "type Seat = { row: number }; export const first: Seat = { row: 1 }", isImplementation: true },
];
