import { expect, test } from "vitest";
import { createMemoryRoom, type TenantKind } from "./memory-room.ts";

const create = (bytesMax: number) => {
  const room = createMemoryRoom(bytesMax);
  const gone: string[] = [];
  const subjects = new Map<string, object>();
  const subjectOf = (name: string): object => {
    const subject = subjects.get(name) ?? { name };
    subjects.set(name, subject);
    return subject;
  };
  return {
    room,
    gone,
    keep: (name: string, bytes: number, kind: TenantKind = "starts") =>
      room.keep(subjectOf(name), { kind, bytes, drop: () => gone.push(name) }),
    keepMadeOf: (name: string, bytes: number, of: string) =>
      room.keep(subjectOf(name), { kind: "variants", bytes, drop: () => gone.push(name), madeOf: subjectOf(of) }),
    use: (name: string) => room.use(subjectOf(name)),
  };
};

test("beyond the bound goes what was used longest ago, whatever it is, and never what was used last", () => {
  const { room, gone, keep, use } = create(30);
  keep("variant", 10, "variants");
  for (const name of ["a", "b"]) keep(name, 10);
  use("variant");
  expect(room.hasRoom()).toBe(false);
  keep("c", 10);
  expect(gone).toEqual(["a"]);
  keep("large", 100);
  expect(gone).toEqual(["a", "b", "variant", "c"]);
  expect(room.kept()).toEqual({ bytesMax: 30, bytes: { variants: 0, starts: 100 }, counts: { variants: 0, starts: 1 } });
});

test("a variant that is used after its starts goes after them, so that the room that it takes is free then", () => {
  const { gone, keep, use } = create(40);
  keep("variant", 20, "variants");
  for (const start of ["a", "b"]) {
    keep(start, 10);
    use("variant");
  }
  keep("other", 40, "variants");
  expect(gone).toEqual(["a", "b", "variant"]);
});

test("what is made of something keeps it in use, and goes before it", () => {
  const { gone, keep, keepMadeOf, use } = create(40);
  keep("bare", 10, "variants");
  keepMadeOf("furnished", 10, "bare");
  keep("other", 10, "variants");
  use("furnished");
  keep("more", 30, "variants");
  expect(gone).toEqual(["other", "furnished"]);
});

test("what went and is used again, since somebody holds it, takes room again", () => {
  const { room, gone, keep, use } = create(20);
  keep("variant", 15, "variants");
  keep("other", 15, "variants");
  expect(gone).toEqual(["variant"]);
  use("variant");
  expect(gone).toEqual(["variant", "other"]);
  expect(room.kept().bytes.variants).toBe(15);
  use("unknown");
  expect(room.kept().counts.variants).toBe(1);
});

test("a smaller bound lets go at once, and a larger one makes room", () => {
  const { room, gone, keep } = create(40);
  for (const name of ["a", "b", "c"]) keep(name, 10);
  room.resize(20);
  expect(gone).toEqual(["a"]);
  expect(room.hasRoom()).toBe(false);
  room.resize(30);
  expect(room.hasRoom()).toBe(true);
});
