import { z } from "zod";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { listServices } from "#kube/listings/list-services.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { defineInjector } from "../injector.ts";
import { applyService, exposeService, isServiceGone, lookBehind, noService, serviceIsBack } from "../missing-service.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly service: string }>({
  id: "service-missing",
  version: 1,
  title: "A Service was deleted",
  catalogueType: "service-missing",
  layer: "network",
  scope: "namespace",
  family: "service-missing",
  needs: [],
  words,
  twins,
  params: z.object({ service: objectRef("service") }),
  targets: async (view, place) => await listServices(view, place, { areChanged: true }),
  sample: (_rng, { resource }) => ({ service: resource }),
  inject: async (cluster, { service }, { namespace }) => {
    await deleteObject(cluster, { resource: "services", namespace, name: nameOf(service) });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-missing", catalogueType: "service-missing" }],
  oracle: ({ service }, baseline) => ({ checks: serviceIsBack(baseline, service), trials: [] }),
  solve: ({ service }, baseline) => [[lookBehind(baseline, service), applyService(baseline, service)], ...exposeService(baseline, service)],
  accepts,
  rejects,
  evidence: ({ service }) => [noService(service)],
  symptoms: ({ service }, place) => [isServiceGone(service, place)],
});
