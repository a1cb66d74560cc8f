import { describe, expect, test } from "vitest";
import { readAlerts } from "#env/actions/alerts-of.ts";
import { openHost } from "#env/open/open-host.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import { refOf } from "#kube/objects/object-ref.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import { listDifferences } from "#pool/baseline/compare-baseline.ts";
import { readObjects } from "#pool/baseline/record-baseline.ts";
import { standingOracle } from "#problems/standing-oracle.ts";
import { sample } from "../sample.ts";

const { library, apps, backend } = await openHost();
const { fixtures, injectors } = library;

type Form = readonly [app: string, variant: string];

const leaseSlot = async ([app, variant]: Form, fixture?: Fixture): Promise<Slot> =>
  await backend.lease({ app, scope: "cluster", rights: "cluster", seed: "7", variant, ...(fixture && { fixtures: [fixture] }) });

describe.each(fixtures.map((fixture) => [fixture.id, fixture] as const))("%s", (id, fixture) => {
  const forms: readonly Form[] = apps.flatMap(({ record, variants }) =>
    sample(variants.slice(0, 4), { what: "variants that may have a fixture", most: 1, by: `${id} ${record.name}` }).map(
      (variant): Form => [record.name, variant.id],
    ),
  );

  test("some application has a use for it, and gets several objects, the same for equal states", async () => {
    const counts: number[] = [];
    for (const form of forms) {
      const [one, other] = [await leaseSlot(form), await leaseSlot(form)];
      const objects = await fixture.objects(one.admin, one.baseline);
      counts.push(objects.length);
      expect(await fixture.objects(other.admin, other.baseline), form.join(" ")).toEqual(objects);
      expect(JSON.parse(JSON.stringify(objects))).toEqual(objects);
      expect((await leaseSlot(form, fixture)).fixtures).toEqual(objects.length === 0 ? [] : [id]);
    }
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(forms.length / 12);
    expect(counts.filter((count) => count === 1)).toEqual([]);
  });

  test("nothing in it says what it is for", async () => {
    const [{ slot, form } = expect.fail("it is nowhere")] = await slotsWith(fixture, forms);
    const text = JSON.stringify(added(slot, await leaseSlot(form)));
    expect(text.length).toBeGreaterThan(100);
    const words = ["kubedrill", "fixture", "episode", "inject", ...injectors.flatMap((injector) => [injector.id, injector.catalogueType])];
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });

  test("left alone nothing changes and nothing is wrong, and to take an object away is a loss", async () => {
    const slots = await slotsWith(fixture, sample(forms, { what: "forms of applications with a fixture", most: 3, by: id }));
    for (const { slot, form } of slots) {
      const what = form.join(" ");
      const still = await leaseSlot(form);
      for (const one of [slot, still]) await one.admin.clock.sleep(LONG_MS);
      const present = await readObjects(slot.admin, slot.baseline);
      const kept = (objects: Slot["baseline"]["objects"]) => ({ ...objects, "jobs.batch": [], nodes: [], secrets: [] });
      expect(
        listDifferences(kept(slot.baseline.objects), kept(present)).map(({ resource }) => resource),
        what,
      ).toEqual([]);
      const objects = added(slot, await leaseSlot(form));
      expect(await alertsOf(slot, objects), what).toEqual(await alertsOf(still, objects));
      expect(await warningsOf(slot), what).toEqual(await warningsOf(still));
      const oracle = standingOracle(slot.baseline, new Set(), { broken: [], isForked: true });
      for (const { name, judge } of oracle.checks) expect(await judge(slot.admin), `${what} ${name}`).toMatchObject({ held: true });
      const lost = oracle.checks.find(({ name }) => name === "nothing-lost");
      for (const object of objects) {
        const fork = slot.fork?.() as Slot;
        const { namespace, name } = object.metadata;
        await deleteObject(fork.admin, { resource: refOf(object)?.resource ?? "", namespace, name });
        expect(await lost?.judge(fork.admin), `${what} ${name}`).toMatchObject({ held: false });
      }
    }
    expect(slots.length).toBeGreaterThan(0);
  });
});

/** Time in which an alert that has a reason fires, and what a controller is slow to do is done, ms. */
const LONG_MS = 900_000;

/** Slots of those forms that have a use for a fixture. */
const slotsWith = async (fixture: Fixture, forms: readonly Form[]): Promise<readonly { readonly slot: Slot; readonly form: Form }[]> => {
  const slots = [];
  for (const form of forms) slots.push({ slot: await leaseSlot(form, fixture), form });
  return slots.filter(({ slot }) => (slot.fixtures ?? []).length > 0);
};

/** Objects of a slot's baseline that the bare one lacks, but for those that controllers make. */
const added = ({ baseline }: Slot, bare: Slot): readonly KubeObject[] =>
  listDifferences(bare.baseline.objects, baseline.objects).flatMap((difference) =>
    difference.kind === "extra" ? [difference.present] : [],
  );

/** Warnings since its baseline was recorded. */
const warningsOf = async ({ admin, namespace, baseline }: Slot): Promise<readonly string[]> => {
  interface Event {
    readonly type?: string;
    readonly reason?: string;
    readonly lastTimestamp?: string;
    readonly involvedObject?: { readonly kind?: string };
  }
  const events = (await listObjects(admin, { resource: "events", namespace })) as unknown as readonly Event[];
  const warnings = events.filter(({ type, lastTimestamp = "" }) => type === "Warning" && Date.parse(lastTimestamp) > baseline.takenAtMs);
  return [...new Set(warnings.map(({ reason, involvedObject }) => `${reason} ${involvedObject?.kind}`))].sort();
};

/** Alerts that are pending or fire, but for those that pods of a fixture's objects cause for moments while they start. */
const alertsOf = async ({ admin }: Slot, own: readonly KubeObject[]): Promise<readonly string[]> => {
  const read = await readAlerts(admin);
  if ("refused" in read) return [];
  const isOwn = (value: string) => own.some(({ metadata }) => value.startsWith(`${metadata.name}-`));
  return read.alerts
    .filter(({ state, labels }) => state === "firing" || !Object.values(labels).some(isOwn))
    .map(({ state, labels }) => `${state} ${JSON.stringify(labels)}`)
    .sort();
};
