import { describe, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import { fixturesOf } from "#env/catalogue/fixtures-of.ts";
import { openHost } from "#env/open/open-host.ts";
import type { Injector, Target } from "#injectors/injector.ts";
import { findKind } from "#kube/objects/custom-kinds.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import { sample } from "../sample.ts";
import { firstAppOf } from "./first-app.ts";

const { library, catalogue, backend } = await openHost({ variant: "standard" });
const INJECTORS = sample(library.injectors, { what: "faults whose repairs take what can be read", most: 12 });
const VARIANTS = sample(["standard", "4", "9", "13"], { what: "variants whose repairs take what can be read", most: 1 });

/** Resources that an agent can list. */
const READABLE = [
  ..."configmaps secrets pods services events nodes persistentvolumeclaims serviceaccounts replicationcontrollers".split(" "),
  ..."deployments.apps replicasets.apps statefulsets.apps daemonsets.apps controllerrevisions.apps".split(" "),
  ..."networkpolicies.networking.k8s.io endpointslices.discovery.k8s.io limitranges resourcequotas horizontalpodautoscalers.autoscaling cronjobs.batch".split(
    " ",
  ),
  ..."namespaces priorityclasses.scheduling.k8s.io".split(" "),
  ..."mutatingwebhookconfigurations.admissionregistration.k8s.io validatingwebhookconfigurations.admissionregistration.k8s.io".split(" "),
];

describe.each(VARIANTS)("in variant %s", (variant) => {
  test.each(INJECTORS.map((injector) => [injector.id, injector] as const))(
    "a repair of %s takes nothing that the agent cannot read",
    async (id, injector) => {
      const missing: string[] = [];
      const targets = sample(await targetsIn(variant, injector), { what: "targets whose repairs take what can be read", most: 6, by: id });
      for (const resource of targets) missing.push(...(await unreadable(variant, injector, resource)));
      expect(missing).toEqual([]);
    },
  );
});

const leaseSlot = async (variant: string, injector: Injector): Promise<Slot> => {
  const fixtures = fixturesOf(injector, library.fixtures);
  const app = firstAppOf(catalogue, injector.id);
  return await backend.lease({ app, scope: "namespace", rights: "cluster", seed: "7", variant, fixtures });
};

const placeOf = (slot: Slot) => ({ app: slot.baseline.app, namespace: slot.namespace });

const targetsIn = async (variant: string, injector: Injector): Promise<readonly string[]> => {
  const slot = await leaseSlot(variant, injector);
  const { targets } = await injector.targets(slot.admin, placeOf(slot));
  await backend.release(slot);
  return targets.map(({ resource }) => resource);
};

/** Words that each of a target's repairs takes and nothing shows; none where one repair does without. */
const unreadable = async (variant: string, injector: Injector, resource: string): Promise<readonly string[]> => {
  const slot = await leaseSlot(variant, injector);
  const { targets } = await injector.targets(slot.admin, placeOf(slot));
  const target = targets.find((one) => one.resource === resource) as Target;
  const params = injector.params.parse(injector.sample(createRng("11"), target, placeOf(slot)));
  const ways = [...injector.solve(params, slot.baseline), ...injector.accepts(params, slot.baseline).map(({ calls }) => calls)];
  await injector.inject(slot.admin, params, placeOf(slot));
  for (const { isSeen } of injector.symptoms(params, placeOf(slot)))
    await slot.admin.clock.until(() => isSeen(slot.admin), { timeoutMs: 360_000 });
  const shown = `${await readAll(slot.agent)} ${storedNames(slot)}`;
  await backend.release(slot);
  const lacking = ways.map((calls) => [...new Set(calls.flatMap(wordsOf))].filter((word) => !shown.includes(word) && !KNOWN.has(word)));
  const least = lacking.sort((a, b) => a.length - b.length)[0] ?? [];
  return least.length === 0 ? [] : [`${resource}: ${least.join(" ")}`];
};

/** Names of databases, which a store tells whoever logs in. */
const storedNames = ({ baseline }: Slot): string => baseline.app.components.flatMap(({ auth }) => auth?.database ?? []).join(" ");

const readAll = async (view: ClusterPort): Promise<string> => {
  const lists = await Promise.all(READABLE.map(async (resource) => await listOrNothing(view, resource)));
  const params = { query: LOGS, limit: "5000", direction: "backward" };
  const logs = await view.query({ api: "loki", path: "/loki/api/v1/query_range", params });
  const nodes = await Promise.all(
    (await listObjects(view, { resource: "nodes" })).map(
      async ({ metadata: { name } }) => await view.runOnNode?.({ node: name, command: LOOK }),
    ),
  );
  return JSON.stringify([lists, logs, nodes]).replaceAll("\\n", " ").replaceAll("\\", "");
};

const listOrNothing = async (view: ClusterView, resource: string): Promise<unknown> => {
  try {
    return await listObjects(view, { resource });
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};

/** A look at a node's kubelet. */
const LOOK = "cat /var/lib/kubelet/config.yaml /etc/default/kubelet; systemctl status kubelet";

const LOGS = `{namespace=~".+"}`;

const wordsOf = ({ arguments: args }: ToolCall): readonly string[] =>
  Object.values(args).flatMap((value) =>
    (withoutNotes(`${value}`).replaceAll("\\n", " ").replaceAll("\\", "").match(WORD) ?? []).map(withoutKind),
  );

/** A manifest without its annotations, on which no repair depends, and without the names that whoever makes a Service gives to its ports. */
const withoutNotes = (text: string): string =>
  text.replace(/"annotations":\{[^{}]*\}/g, "").replace(/"name":"[^"]*",(?=[^{}]*"port":)/g, "");

const WORD = /[A-Za-z0-9][\w./-]*\w/g;

const withoutKind = (word: string): string =>
  findKind(word.split("/")[0] as string) === undefined ? word : word.slice(word.indexOf("/") + 1);

/** Words that everybody knows: of kubectl and the shell, of a custom resource's fields, of the databases' shells and of service managers, and values for which any other would do. */
const KNOWN = new Set(
  [
    "apply create replace patch merge delete force grace-period set image scale rollout restart undo edit get exec wait cascade orphan ignore-not-found grant run start status systemctl kubelet kubelet.service sed",
    "mutatingwebhookconfigurations",
    "jobs field-selector status.successful networkpolicy limitrange clusterip quiet eval db.grantRolesToUser db.createUser",
    "c0nvenient",
    "wide foreground",
    "podSecurityContext statefulSetUpdateStrategy",
    "echo tr a-z A-Z_",
  ].flatMap((line) => line.split(" ")),
);

test("a store's script can be written anew with what its sibling and the store itself say", async () => {
  const injector = library.injectors.find(({ id }) => id === "configmap-missing") as Injector;
  const slot = await leaseSlot("4", injector);
  const { targets } = await injector.targets(slot.admin, placeOf(slot));
  const store = slot.baseline.app.components.find(({ auth }) => auth !== undefined);
  const sibling = slot.baseline.app.components.findLast(({ auth }) => auth !== undefined)?.configMaps[0]?.name;
  const lost = store?.configMaps[0]?.name;
  const target = targets.find(({ resource }) => resource === `configmap/${lost}`) as Target;
  const params = injector.sample(createRng("1"), target, placeOf(slot));
  await injector.inject(slot.admin, params, placeOf(slot));
  const run = async (command: string): Promise<string> => {
    const context = { cluster: slot.agent, namespace: slot.namespace, timeoutMs: 120_000 };
    const { status, content } = (await library.tools.find(({ spec }) => spec.name === "kubectl")?.run(context, { command })) ?? {};
    expect(status, content).toBe("OK");
    return content ?? "";
  };
  await run(`get cm ${sibling} -o json | sed '/resourceVersion/d; s/"name": "${sibling}"/"name": "${lost}"/' | kubectl create -f -`);
  await run(`rollout restart deployment/${store?.name}`);
  await slot.admin.clock.sleep(120_000);
  const users = await run(`exec deployment/${store?.name} -- mongo -u root -p root admin --quiet --eval 'db.getUsers()'`);
  const { user, db } = /"user" : "(?!root)(?<user>[^"]+)"[\s\S]*?"role" : "readWrite",\s*"db" : "(?<db>[^"]+)"/.exec(users)?.groups ?? {};
  expect([user, db]).toEqual([store?.auth?.user, store?.auth?.database]);
  const script = `db.getSiblingDB("admin").createUser({ user: "${user}", pwd: "unknown", roles: [{ role: "readWrite", db: "${db}" }] });`;
  await run(`patch cm ${lost} -p '${JSON.stringify({ data: { "create-users.js": script } })}'`);
  const { checks } = injector.oracle(params, slot.baseline);
  for (const { name, judge } of checks) expect(await judge(slot.admin), name).toMatchObject({ held: true });
  await backend.release(slot);
});
