import type { AppRecord } from "#kube/app/app.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Answer, AnsweredFault } from "#problems/answer.ts";
import { callersOf } from "#problems/relations.ts";
import type { Incident, InjectedFault } from "../loop/incident.ts";
import { repairsOf } from "../loop/repairs-of.ts";

/** Collects the answer to an incident, with the evidence that its faults declare and the way there through the call graph. */
export const answerOf = (incident: Incident): Answer => {
  const { faults, place } = incident;
  const repairs = repairsOf(incident);
  return {
    app: place.app,
    namespace: place.namespace,
    faults: faults.map((fault, i): AnsweredFault => {
      const { injector, params } = fault;
      const truth = injector.truth(params, place);
      const own = ownNames(
        fault,
        truth.flatMap(({ resource, alsoNamed = [] }) => [resource, ...alsoNamed]),
      );
      return {
        causes: truth.map(({ resource, catalogueType }) => ({ resource, fault_type: catalogueType })),
        own,
        callers: callerNames(place.app, own),
        evidence: injector.evidence(params, place),
        repairs: repairs[i] ?? [],
      };
    }),
  };
};

const ownNames = ({ target }: InjectedFault, resources: readonly string[]): readonly string[] =>
  [...new Set([target, ...resources].map(nameOf))].filter((name) => name !== "*");

const callerNames = (app: AppRecord, own: readonly string[]): readonly string[] => {
  const components = app.components.filter(
    ({ name, configMaps }) => own.includes(name) || configMaps.some((map) => own.includes(map.name)),
  );
  return [...new Set(components.flatMap((component) => callersOf(app, component)).map(({ name }) => name))];
};
