import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { LISTED_RESOURCES, type ListedResource, type Situation } from "#problems/policy.ts";
import { expertCalls, type Incident } from "../loop/incident.ts";
import type { OpenHost } from "../open/open-host.ts";

/** Collects the facts that scripted policies plan from. */
export const situationOf = async ({ apps }: Pick<OpenHost, "apps">, incident: Incident): Promise<Situation> => ({
  app: incident.place.app,
  namespace: incident.place.namespace,
  maxSteps: 50,
  victim: victimOf(incident),
  listed: await listMetadata(incident),
  // Built for those alone who ask: most policies know nothing by heart.
  get memorised() {
    return apps.find(({ record }) => record.name === incident.task.app)?.manifestsFor(incident.place.namespace) ?? [];
  },
  solution: expertCalls(incident),
});

const listMetadata = async ({ slot }: Incident): Promise<Situation["listed"]> => {
  const listed = await Promise.all(
    LISTED_RESOURCES.map(async (resource): Promise<[ListedResource, readonly ObjectMeta[]]> => {
      const objects = await listObjects<KubeObject>(slot.admin, {
        resource,
        ...(resource === "nodes" ? {} : { namespace: slot.namespace }),
      });
      return [resource, objects.map(({ metadata }) => metadata)];
    }),
  );
  return Object.fromEntries(listed) as Situation["listed"];
};

/** The workload on which the fault shows, which a degenerate policy would pick. */
const victimOf = ({ faults, place }: Incident): string => {
  const name = faults[0]?.target.split("/").at(-1);
  const component =
    place.app.components.find(
      (candidate) =>
        candidate.name === name ||
        candidate.madeFrom === faults[0]?.target ||
        candidate.configMaps.some((configMap) => configMap.name === name),
    ) ?? place.app.components[0];
  return component === undefined ? "deployment/none" : `${component.workload}/${component.name}`;
};
