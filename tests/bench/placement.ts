/** Simulates the placement of groups on many servers, with servers that go and come. */
import { type Column, renderTable } from "#cli/output/table.ts";
import { createRng } from "#core/rng.ts";
import { place } from "../../clients/typescript/placement.ts";
import { readOptions } from "../read-options.ts";

const USAGE = `npm run bench:placement [-- --groups N] [--servers N] [--members N] [--gone N] [--seed S]

Places --groups (10000) groups of --members (8) episodes on --servers (1000), as clients do: without a bound, and with slots for a quarter more
than there are episodes. Then --gone (100) servers go, and as many come. Prints how evenly servers are used, and how many groups move.
`;

const values = readOptions(USAGE, {
  groups: { type: "string", default: "10000" },
  servers: { type: "string", default: "1000" },
  members: { type: "string", default: "8" },
  gone: { type: "string", default: "100" },
  seed: { type: "string", default: "1" },
});
const [groups, servers, members, gone] = [values.groups, values.servers, values.members, values.gone].map(Number) as [
  number,
  number,
  number,
  number,
];

const SLACK = 1.25;
const rng = createRng(values.seed);
const starts = Array.from({ length: groups }, (_, i) => ({
  task: `kubedrill://app/task-${rng.stream(`task ${i}`).int(0, 2_000)}`,
  seed: `${i}`,
  need: members,
}));
const namesOf = (from: number, count: number): readonly string[] => Array.from({ length: count }, (_, i) => `kubedrill-${from + i}`);

/** Groups by their place. */
type Places = ReadonlyMap<number, string>;

/** Places groups one after the other. @param rooms free slots of each server, which are taken @param likely place of each if it has room */
const placeAll = (indexes: Iterable<number>, rooms: Map<string, number>, likely?: Places): Places =>
  new Map(
    Array.from(indexes, (index) => {
      const first = likely?.get(index);
      const server = first !== undefined && (rooms.get(first) ?? 0) >= members ? first : place(rooms, starts[index]!)!;
      rooms.set(server, rooms.get(server)! - members);
      return [index, server];
    }),
  );

const roomsOf = (names: readonly string[], slots: number): Map<string, number> => new Map(names.map((name) => [name, slots]));
const loadsOf = (places: Places, names: readonly string[]): readonly number[] => {
  const counts = new Map(names.map((name) => [name, 0]));
  for (const server of places.values()) counts.set(server, (counts.get(server) ?? 0) + 1);
  return [...counts.values()].toSorted((a, b) => a - b);
};

const rows: string[][] = [];
const tell = (what: string, places: Places, names: readonly string[], moved: number): void => {
  const loads = loadsOf(places, names);
  const mean = places.size / names.length;
  const at = (share: number): string => `${loads[Math.min(loads.length - 1, Math.floor(share * loads.length))]}`;
  rows.push([what, mean.toFixed(1), at(0), at(0.5), at(0.99), at(1), (loads.at(-1)! / mean).toFixed(2), `${moved}`]);
};
const movedBetween = (before: Places, after: Places): number => [...after].filter(([index, server]) => before.get(index) !== server).length;
const slotsFor = (count: number): number => Math.ceil((SLACK * groups) / count) * members;

const all = namesOf(0, servers);
const beganMs = performance.now();
const free = placeAll(starts.keys(), roomsOf(all, Number.MAX_SAFE_INTEGER));
const placedMs = performance.now() - beganMs;
tell("no bound", free, all, 0);
const bounded = placeAll(starts.keys(), roomsOf(all, slotsFor(servers)), free);
tell(`${slotsFor(servers)} slots a server`, bounded, all, 0);

/** Goes on after servers went: their groups start again elsewhere, the others stay. */
const left = all.slice(gone);
const kept = new Map([...bounded].filter(([, server]) => left.includes(server)));
const rooms = roomsOf(left, slotsFor(left.length));
for (const server of kept.values()) rooms.set(server, rooms.get(server)! - members);
const lost = [...bounded.keys()].filter((index) => !kept.has(index));
const after = new Map([...kept, ...placeAll(lost, rooms)]);
tell(`${gone} of them went`, after, left, movedBetween(bounded, after));

/** Places those of the next update, which have the same tasks and seeds: the heaviest server stays so among those that are left. */
const again = placeAll(starts.keys(), roomsOf(left, Number.MAX_SAFE_INTEGER), free);
tell("the next update, no bound", again, left, movedBetween(free, again));
const come = namesOf(servers, gone);
const more = new Map(
  [...free].map(([index, server]) => [index, place(new Map([server, ...come].map((name) => [name, members])), starts[index]!)!]),
);
tell(`${gone} came instead, no bound`, more, [...all, ...come], movedBetween(free, more));

const right = (title: string): Column => ({ title, align: "right" });
console.info(
  renderTable(
    [
      { title: "groups on servers" },
      right("mean"),
      right("least"),
      right("p50"),
      right("p99"),
      right("most"),
      right("most/mean"),
      right("moved"),
    ],
    rows,
  ),
);
console.info(`a placement takes ${((placedMs * 1_000) / groups).toFixed(0)} µs among ${servers} servers`);
