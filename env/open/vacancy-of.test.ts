import { expect, test } from "vitest";
import type { Vacancies } from "#pool/backend.ts";
import type { Task } from "#problems/task.ts";
import { drawVariant } from "../loop/lease-variant.ts";
import { createVacancyOf } from "./vacancy-of.ts";

const taskOf = (uri: string): Task =>
  ({ uri, app: "shop", faults: [{ candidates: [{}] }], variants: [{ id: "a" }, { id: "b" }] }) as unknown as Task;
const taskUri = "kubedrill://shop/broken";
const seedOf = (variant: string): string =>
  Array.from({ length: 99 }, (_, i) => `${i}`).find((seed) => drawVariant(taskOf(taskUri), seed)?.id === variant) ?? "";
const [onA, onB] = ["a", "b"].map((variant) => ({ taskUri, seed: seedOf(variant) })) as [Play, Play];
type Play = { readonly taskUri: string; readonly seed: string };

const vacancyOf = (slots: Readonly<Record<string, Vacancies>>) =>
  createVacancyOf({
    backend: { vacancies: (_app, variant) => slots[variant] ?? { free: 0, coming: 0 } },
    catalogue: { taskOf } as never,
  });

test("a play finds the free slots of its own variant, those left that others take before it", () => {
  const of = vacancyOf({ a: { free: 1, coming: 0 }, b: { free: 0, coming: 1 } });
  expect([of(onA, []), of(onA, [onB]), of(onA, [onA])]).toEqual(["free", "free", "none"]);
  expect([of(onB, []), of(onB, [onA]), of(onB, [onB])]).toEqual(["coming", "coming", "none"]);
});

test("a slot that is on its way is found after the free ones are taken", () => {
  const of = vacancyOf({ a: { free: 1, coming: 1 } });
  expect([of(onA, [onA]), of(onA, [onA, onA])]).toEqual(["coming", "none"]);
});

test("a backend that makes a slot for each lease always has one", () => {
  expect(createVacancyOf({ backend: {}, catalogue: { taskOf } as never })(onA, [onA, onB])).toBe("free");
});
