import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { isLatentTemplate, sampleTemplate, type TemplateParams, templateParams, templateTargets } from "../unschedulable-template.ts";
import { accountBefore, accountOf, rightsMissing } from "./account-rights.ts";
import { accepts, rejects } from "./attempts.ts";
import { missingAccount } from "./missing-account.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params extends TemplateParams {
  /** The account that is missing, `serviceaccount/<name>`: to create it may be a repair. */
  readonly account: string;
}

export default defineInjector<Params>({
  id: "service-account-missing",
  version: 1,
  title: "A workload runs as a service account that does not exist",
  catalogueType: "service-account",
  layer: "admission",
  scope: "namespace",
  family: "service-account",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({ ...templateParams, account: objectRef("serviceaccount") }),
  targets: async (view, place) => {
    const accounts = await listObjects(view, { resource: "serviceaccounts", namespace: place.namespace });
    const taken = accounts.map(({ metadata }) => metadata.name);
    return await templateTargets(view, place, () => ({ taken }));
  },
  sample: (rng, target) => ({
    ...sampleTemplate(rng, target),
    account: `serviceaccount/${missingAccount(rng.stream("account"), nameOf(target.resource), target.facts["taken"] as readonly string[])}`,
  }),
  isLatent: isLatentTemplate,
  // Both fields, as the API server keeps the older one equal.
  inject: async (cluster, { target, account, rollout }, { namespace }) =>
    await rollOut(
      cluster,
      { namespace, target, way: rollout },
      { spec: { template: { spec: { serviceAccountName: nameOf(account), serviceAccount: nameOf(account) } } } },
    ),
  truth: ({ target }) => [{ resource: target, faultType: "service-account-missing", catalogueType: "service-account" }],
  oracle: ({ target }, baseline) => ({
    checks: [writtenDefectGone("service-account-exists", (view) => judgeAccount(view, baseline, target)), workloadRuns(baseline, target)],
    trials: [],
  }),
  solve: ({ target }, baseline) => [
    [kubectl(`rollout undo ${target}`)],
    [
      kubectl("get pods -o custom-columns=NAME:.metadata.name,ACCOUNT:.spec.serviceAccountName"),
      kubectl(`set serviceaccount ${target} ${accountBefore(baseline, target)}`),
    ],
  ],
  accepts,
  rejects,
  evidence: ({ target, account }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +Service Account: +${literal(nameOf(account))}$`],
      says: `pods of ${target} are to run as ${nameOf(account)}`,
    },
    {
      look: kubectl("get events --field-selector reason=FailedCreate"),
      shows: [`serviceaccount "${literal(nameOf(account))}" not found`],
      says: `there is no service account ${nameOf(account)}, so that no pod of ${target} is created`,
    },
  ],
  symptoms: ({ target, account, rollout }, { namespace }) => [
    {
      name: "pods-refused",
      isSeen: async (view) => {
        const workload = await readWorkload(view, namespace, target);
        if (workload === undefined) return false;
        const pods = await podsOf(view, workload);
        const events = await listObjects<Event>(view, { resource: "events", namespace });
        const isRefused = events.some(({ message }) => message?.includes(`serviceaccount "${nameOf(account)}" not found`) === true);
        return isRefused && (rollout === "rolling" || pods.length === 0);
      },
    },
  ],
});

/** An account without the rights of the one before is no repair, although pods come up with it. */
const judgeAccount = async (view: ClusterView, baseline: Baseline, target: string) => {
  const { namespace } = baseline;
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return { held: false, evidence: `${target} is gone` };
  const name = accountOf(workload);
  const account = await getObject(view, { resource: "serviceaccounts", namespace, name });
  if (account === undefined) return { held: false, evidence: `${target} runs as ${name}, which does not exist` };
  const missing = await rightsMissing(view, namespace, { from: accountBefore(baseline, target), to: name });
  const evidence = missing.length === 0 ? `${target} runs as ${name}` : `${target} runs as ${name}, which lacks ${missing.join(", ")}`;
  return { held: missing.length === 0, evidence };
};
