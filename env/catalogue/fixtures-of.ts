import type { Injector } from "#injectors/injector.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import type { Backend } from "#pool/backend.ts";

/**
 * Fixtures that a fault needs.
 *
 * @param known all that there are
 * @throws Error if one of them is not there
 */
export const fixturesOf = ({ id, fixtures = [] }: Pick<Injector, "id" | "fixtures">, known: readonly Fixture[]): readonly Fixture[] =>
  fixtures.map((name) => {
    const fixture = known.find((candidate) => candidate.id === name);
    if (fixture === undefined)
      throw new Error(`injectors/${id} needs the fixture "${name}"; there are ${known.map((one) => one.id).join(", ") || "none"}`);
    return fixture;
  });

/** True if the slots of a backend can have a fixture. */
export const canHave = ({ capabilities }: Pick<Backend, "capabilities">, fixture: Fixture): boolean =>
  needsOf(fixture).every((need) => capabilities.includes(need));

/** Capabilities that a fault or a fixture needs of its backend; one with a wider scope than a namespace needs an exclusive cluster. */
export const needsOf = ({ scope, needs }: Pick<Injector | Fixture, "scope" | "needs">): readonly string[] =>
  scope === "namespace" ? needs : ["exclusive-cluster", ...needs];

/** The widest scope of some fixtures. */
export const widestScope = (fixtures: readonly Fixture[]): Fixture["scope"] =>
  fixtures.some(({ scope }) => scope === "cluster") ? "cluster" : "namespace";
