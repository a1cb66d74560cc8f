import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTaskUri, parseTaskUri, type TaskUri } from "./task-uri.ts";

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);

const taskUri: fc.Arbitrary<TaskUri> = fc.record(
  {
    app: name,
    problem: name,
    digest: fc.stringMatching(/^[a-z2-7]{16}$/),
    targets: fc.array(
      fc.string({ minLength: 1 }).map((text) => `service/${text.replaceAll(/[\ud800-\udfff]/g, "x")}`),
      { maxLength: 2 },
    ),
    pinned: fc.dictionary(fc.stringMatching(/^(\d\.)?p[a-zA-Z]{0,8}$/), fc.stringMatching(/^[ -~]{0,12}$/)),
    noise: fc.constantFrom("pod-kill"),
    rights: fc.constant("namespace" as const),
  },
  { requiredKeys: ["app", "problem", "targets", "pinned"] },
) as fc.Arbitrary<TaskUri>;

test("parsing what was formatted gives the same task", () => {
  fc.assert(
    fc.property(taskUri, (task) => {
      const parsed = parseTaskUri(formatTaskUri(task));
      expect(parsed).toEqual({ ok: true, value: { ...task, pinned: { ...task.pinned } } });
    }),
  );
});

test("a text that is no task URI is refused with an example of one", () => {
  const parsed = parseTaskUri("hotel-reservation/scale-to-zero");
  expect(parsed.ok).toBe(false);
  expect(parsed.ok ? "" : parsed.error).toContain("kubedrill://<app>/<problem>");
});

test("rights other than namespace are refused", () => {
  expect(parseTaskUri("kubedrill://shop/healthy?rights=root").ok).toBe(false);
});

test("a parameter that is given twice is refused, since one of the two would be ignored", () => {
  const parsed = parseTaskUri("kubedrill://shop/healthy?variant=3&variant=4");
  expect(parsed.ok ? "" : parsed.error).toContain("variant is given twice");
});

test("a broken percent escape is refused and not thrown", () => {
  expect(parseTaskUri("kubedrill://shop/healthy?target=%E0%A4%A").ok).toBe(false);
});

test("twins can be left out, and nothing else can be said of them", () => {
  const uri = "kubedrill://hotel-reservation/healthy?twins=none";
  const parsed = parseTaskUri(uri);
  expect(parsed).toMatchObject({ ok: true, value: { twins: "none" } });
  if (parsed.ok) expect(formatTaskUri(parsed.value)).toBe(uri);
  expect(parseTaskUri("kubedrill://hotel-reservation/healthy?twins=all")).toMatchObject({ ok: false });
});
