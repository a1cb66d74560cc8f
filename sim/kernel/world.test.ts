import { expect, test } from "vitest";
import { createRng, type Rng } from "#core/rng.ts";
import { World, type WorldParts } from "./world.ts";

/** Ticks at odd instants, counts them, and appends what it drew to a log. */
const PARTS: WorldParts = {
  timers: {
    tick: (world, key) => {
      const number = world.count("ticks");
      world.map<number>("numbers").set(key, number);
      world.log<string>("said").append(`${key} ${number} ${world.rng(`tick ${number}`).int(0, 99)}`);
      world.setTimer("tick", key, world.nowMs() + world.rng(`gap ${key} ${number}`).int(1, 40));
      if (number % 7 === 0) world.map<number>("numbers").delete("b");
    },
  },
  observers: [],
  config: {},
};

const createTestWorld = (seed = "seed"): World => {
  const world = new World(PARTS, seed, 1_000);
  for (const key of ["a", "b", "c"]) world.setTimer("tick", key, 1_000);
  return world;
};

const linesOf = (world: World): string => {
  const log = world.log<string>("said");
  return world.memo("lines", log.length, (before: string | undefined) =>
    [...(before === undefined ? [] : [before]), ...log.from(before?.split("\n").length ?? 0)].join("\n"),
  );
};

const stateOf = (world: World): unknown => [
  world.nowMs(),
  world.nextEventAtMs(),
  world.revision(),
  world.counter("ticks"),
  [...world.map<number>("numbers").entries()].sort(),
  linesOf(world),
];

interface Move {
  readonly toMs: number;
  readonly act: string | undefined;
}

const drawMoves = (rng: Rng, actChance: number): readonly Move[] => {
  let toMs = 1_000;
  return Array.from({ length: 30 }, (_, i) => {
    toMs += rng.pick([0, 5, 10, 10, 20]);
    return { toMs, act: rng.chance({ numerator: actChance, denominator: 100 }) ? `act ${i}` : undefined };
  });
};

const makeMove = (world: World, { toMs, act }: Move): unknown => {
  world.runUntil(toMs);
  if (act !== undefined) world.map<number>("numbers").set(act, toMs);
  return stateOf(world);
};

test("forks that go the same way, each at its own pace and some of them acted on, come where they would come alone", () => {
  for (const seed of ["one", "two", "three", "four", "five"]) {
    const rng = createRng(`world ${seed}`);
    const origin = createTestWorld();
    const plans = Array.from({ length: 6 }, (_, i) => drawMoves(rng.stream(`fork ${i}`), 2 * i));
    const forks = plans.map(() => origin.fork());
    const seen = plans.map((): unknown[] => []);
    for (let left = plans.flatMap((plan, i) => plan.map(() => i)); left.length > 0; ) {
      const i = left.splice(rng.stream(`turn ${left.length}`).int(0, left.length - 1), 1)[0] as number;
      seen[i]?.push(makeMove(forks[i] as World, plans[i]?.[seen[i].length] as Move));
    }
    for (const [i, plan] of plans.entries()) {
      const alone = createTestWorld();
      expect(seen[i], `seed ${seed}, fork ${i}`).toEqual(plan.map((move) => makeMove(alone, move)));
    }
    expect(stateOf(origin)).toEqual(stateOf(createTestWorld()));
  }
});

test("what one fork has run and derived is neither run nor derived by those who come the same way", () => {
  const origin = createTestWorld();
  const [first, second] = [origin.fork(), origin.fork()];
  let derived = 0;
  const look = (world: World): number => world.memo("look", world.revision(), () => ++derived);
  for (const toMs of [1_020, 1_040, 1_060]) {
    for (const world of [first, second]) {
      world.runUntil(toMs);
      look(world);
    }
  }
  expect(derived).toBe(3);
});

test("what is derived after an act is derived for the one who acted alone", () => {
  const origin = createTestWorld();
  const [first, second] = [origin.fork(), origin.fork()];
  for (const world of [first, second]) world.runUntil(1_020);
  first.map<number>("numbers").set("one", 1);
  second.map<number>("numbers").set("two", 2);
  const keys = (world: World) => world.memo("keys", world.revision(), () => world.map<number>("numbers").keys().join());
  expect([keys(first), keys(second)]).toEqual([first.map("numbers").keys().join(), second.map("numbers").keys().join()]);
});

test("a fork with another seed goes another way", () => {
  const origin = createTestWorld();
  const [same, other] = [origin.fork(), origin.fork("other")];
  for (const world of [same, origin.fork(), other]) world.runUntil(1_400);
  expect(linesOf(same)).not.toBe(linesOf(other));
});

test("those who came the same way know one moment, which stays as it is when one of them acts or goes on", () => {
  const origin = createTestWorld();
  const [first, second] = [origin.fork(), origin.fork()];
  for (const world of [first, second]) world.runUntil(1_040);
  const moment = first.moment() as World;
  expect(second.moment()).toBe(moment);
  const seen = stateOf(moment);
  expect(stateOf(first)).toEqual(seen);
  first.map<number>("numbers").set("act", 1);
  expect(first.moment()).toBeUndefined();
  second.runUntil(1_060);
  expect(second.moment()).not.toBe(moment);
  expect(stateOf(moment)).toEqual(seen);
  expect(stateOf(first)).not.toEqual(seen);
});

test("a world that goes its way alone knows no moment", () => {
  const world = createTestWorld();
  world.runUntil(1_040);
  expect(world.moment()).toBeUndefined();
});

test("events run in slices lead to the state that they lead to at once, alone and beside others on the trajectory", () => {
  const whole = createTestWorld();
  whole.runUntil(3_000);
  const parent = createTestWorld();
  const [alone, first, late] = [createTestWorld(), parent.fork(), parent.fork()];
  for (const world of [alone, first, late]) {
    let slices = 1;
    while (!world.advance(3_000, 5)) slices += 1;
    expect([stateOf(world), world.eventsSoFar()]).toEqual([stateOf(whole), whole.eventsSoFar()]);
    expect(slices > 10 || world === late).toBe(true);
  }
});

test("a world goes back to its savepoint, whatever was done since, and goes on as if that had not been", () => {
  const [world, twin] = [createTestWorld(), createTestWorld()];
  for (const one of [world, twin]) one.runUntil(1_500);
  linesOf(world);
  const goBack = world.savepoint();
  world.runUntil(1_700);
  world.map<number>("numbers").set("x", 7);
  linesOf(world);
  goBack();
  expect(stateOf(world)).toEqual(stateOf(twin));
  for (const one of [world, twin]) one.runUntil(2_500);
  expect(stateOf(world)).toEqual(stateOf(twin));
});

test("a fork on the trajectory of another goes back without taking the other with it", () => {
  const parent = createTestWorld();
  const [one, other] = [parent.fork(), parent.fork()];
  one.runUntil(1_200);
  const goBack = one.savepoint();
  one.runUntil(1_900);
  goBack();
  other.runUntil(1_900);
  one.runUntil(1_900);
  expect(stateOf(one)).toEqual(stateOf(other));
});

test("a world that is restored from its image, written and read, goes on as the one that it was taken of", () => {
  for (const seed of ["one", "two", "three", "four", "five"]) {
    const world = createTestWorld(seed);
    for (const move of drawMoves(createRng(`image ${seed}`), 20)) makeMove(world, move);
    const text = JSON.stringify(world.image());
    const restored = World.of(new World(PARTS, "", 0), JSON.parse(text));
    expect(stateOf(restored)).toEqual(stateOf(world));
    const untilMs = world.nowMs() + 700;
    for (const one of [world, restored]) one.runUntil(untilMs);
    expect([stateOf(restored), restored.eventsSoFar()], `seed ${seed}`).toEqual([stateOf(world), world.eventsSoFar()]);
    expect(stateOf(restored.fork("other"))).toEqual(stateOf(world.fork("other")));
  }
});

test("a world that is restored from its difference to what it was forked from goes on as the one that it was taken of", () => {
  for (const seed of ["one", "two", "three", "four", "five"]) {
    const origin = createTestWorld(seed);
    origin.runUntil(4_000);
    linesOf(origin);
    const before = JSON.stringify(origin.image());
    const world = origin.fork(seed === "one" ? undefined : "of the fork");
    for (const move of drawMoves(createRng(`difference ${seed}`), 20)) makeMove(world, { ...move, toMs: move.toMs + 3_000 });
    const text = JSON.stringify(world.image(origin));
    expect(text.length).toBeLessThan(JSON.stringify(world.image()).length);
    const restored = World.of(origin, JSON.parse(text));
    expect(stateOf(restored)).toEqual(stateOf(world));
    for (const one of [world, restored]) one.runUntil(5_000);
    expect([stateOf(restored), restored.eventsSoFar()], `seed ${seed}`).toEqual([stateOf(world), world.eventsSoFar()]);
    expect(JSON.stringify(origin.image()), "what it was forked from").toBe(before);
    expect(JSON.parse(JSON.stringify(world.image(origin))).state.logs).toEqual(
      JSON.parse(JSON.stringify(restored.image(origin))).state.logs,
    );
  }
});

test("the difference of a world that did nothing is empty", () => {
  const origin = createTestWorld();
  origin.runUntil(1_500);
  const { maps, logs, counters } = origin.fork().image(origin).state;
  expect([maps, logs, counters]).toEqual([{}, {}, {}]);
});

test("an image is not changed by what becomes of its world", () => {
  const world = createTestWorld();
  world.runUntil(1_500);
  const image = world.image();
  const text = JSON.stringify(image);
  world.runUntil(2_500);
  World.of(new World(PARTS, "", 0), image).runUntil(3_000);
  expect(JSON.stringify(image)).toBe(text);
});

/** Ticks rarely, and takes a look every few milliseconds, by either way of planning it. */
const lookingParts = (plan: (world: World) => void): WorldParts => ({
  timers: {
    tick: (world, key) => {
      const number = world.count("ticks");
      if (number % 2 === 0) world.map<number>("numbers").set(key, number);
      world.setTimer("tick", key, world.nowMs() + world.rng(`gap ${key} ${number}`).int(1, 90));
    },
    look: (world) => {
      const seen = world.map<number>("seen");
      if (seen.get("numbers") !== world.map("numbers").revision) {
        seen.set("numbers", world.map("numbers").revision);
        world.log<string>("said").append(`${world.nowMs()} ${world.counter("ticks")}`);
      }
      plan(world);
    },
  },
  observers: [],
  config: {},
});

test("a look that is passed over while nothing changes leads to where a timer leads that is always due", () => {
  const [passing, taking] = [
    lookingParts((world) => world.setLook("look", "", 7)),
    lookingParts((world) => world.setTimer("look", "", world.nowMs() + 7)),
  ];
  for (const seed of ["one", "two", "three", "four", "five"]) {
    const [lazy, busy] = [passing, taking].map((parts) => {
      const world = new World(parts, seed, 1_000);
      for (const timer of ["tick", "look"]) world.setTimer(timer, "", 1_000);
      return world;
    }) as [World, World];
    for (const move of drawMoves(createRng(`look ${seed}`), 20)) {
      expect([makeMove(lazy, move), lazy.eventsSoFar()], `seed ${seed}`).toEqual([makeMove(busy, move), busy.eventsSoFar()]);
    }
  }
});

test("two weeks without a change cost one event", () => {
  let taken = 0;
  const world = new World(
    lookingParts((w) => {
      taken += 1;
      w.setLook("look", "", 10_000);
    }),
    "seed",
    1_000,
  );
  world.setTimer("look", "", 1_000);
  world.runUntil(14 * 86_400_000);
  expect(taken).toBe(1);
  world.map<number>("numbers").set("act", 1);
  world.runUntil(world.nowMs() + 10_000);
  expect([taken, world.nextEventAtMs()]).toEqual([2, 14 * 86_400_000 + 11_000]);
});
