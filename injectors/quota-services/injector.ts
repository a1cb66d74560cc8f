import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isServiceGone, noService, serviceIsBack } from "../missing-service.ts";
import { createQuota, quotaName } from "../tight-quota.ts";
import { accepts, rejects, solve } from "./attempts.ts";
import { judgeRoom, SERVICE_FIELDS } from "./judge-room.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export interface Params {
  /** Service that is gone, `service/<name>`. */
  readonly service: string;
  /** `resourcequota/<name>` */
  readonly quota: string;
  /** Field by which the quota bounds the number of Services. */
  readonly field: string;
  /** Number that it allows: as many as are left. */
  readonly services: string;
}

export default defineInjector<Params>({
  id: "quota-services",
  version: 1,
  title: "A quota keeps a Service that was deleted from coming back",
  catalogueType: "quota",
  toldApart: true,
  layer: "admission",
  scope: "namespace",
  family: "quota",
  needs: [],
  words,
  twins,
  params: z.object({
    service: objectRef("service"),
    quota: objectRef("resourcequota"),
    field: z.enum(SERVICE_FIELDS),
    services: z.string().regex(/^\d+$/),
  }),
  targets: async (view, place) => {
    const { targets, excluded } = await listServices(view, place, { areChanged: true });
    const { namespace } = place;
    const taken = (await listObjects(view, { resource: "resourcequotas", namespace })).map(({ metadata }) => metadata.name);
    const services = (await listObjects(view, { resource: "services", namespace })).length;
    return { targets: targets.map((target) => ({ ...target, facts: { ...target.facts, taken, services } })), excluded };
  },
  sample: (rng, target) => ({
    service: target.resource,
    quota: quotaName(rng, target),
    field: rng.stream("field").pick(SERVICE_FIELDS),
    services: `${Number(target.facts["services"]) - 1}`,
  }),
  inject: async (cluster, { service, quota, field, services }, { namespace }) => {
    await deleteObject(cluster, { resource: "services", namespace, name: nameOf(service) });
    await createQuota(cluster, namespace, { name: nameOf(quota), hard: { [field]: services } });
  },
  truth: ({ service, quota }) => [
    { resource: quota, faultType: "quota-services", catalogueType: "quota" },
    { resource: service, faultType: "service-missing", catalogueType: "service-missing" },
  ],
  oracle: ({ service }, baseline) => ({
    checks: [...serviceIsBack(baseline, service), writtenDefectGone("room-for-services", (view) => judgeRoom(view, baseline))],
    trials: [],
  }),
  solve,
  accepts,
  rejects,
  evidence: ({ service, quota, field, services }) => [
    noService(service),
    {
      look: kubectl(`describe ${quota}`),
      shows: [`^Name: +${literal(nameOf(quota))}$`, `^${literal(field)} +${services} +${services}$`],
      says: `${quota} allows ${services} Services, and there are as many`,
    },
  ],
  symptoms: ({ service }, place) => [isServiceGone(service, place)],
});
