import { expect, test } from "vitest";
import type { Baseline } from "../app/baseline.ts";
import { type Attempt, barePodText, createAnew, deleteObjectOf, manifestText, patchContainer, replaceByChart } from "./attempts.ts";

const TEMPLATE = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web:1" }] } };

const BASELINE = {
  namespace: "shop",
  objects: {
    "deployments.apps": [
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "web", namespace: "shop", uid: "1" },
        spec: { replicas: 2, template: TEMPLATE },
        status: { readyReplicas: 2 },
      },
    ],
  },
} as unknown as Baseline;

const MANIFEST = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: { replicas: 2, template: TEMPLATE },
};

/** Commands and inputs of an attempt, with the inputs read. */
const played = ({ calls }: Attempt) =>
  calls.map(({ arguments: given }) => [given["command"], ...(given["stdin"] === undefined ? [] : [JSON.parse(`${given["stdin"]}`)])]);

test("an object is replaced by the chart's, or deleted and created as the chart has it", () => {
  expect(played(replaceByChart(BASELINE, "deployment/web"))).toEqual([["replace -f -", MANIFEST]]);
  expect(played(createAnew(BASELINE, "deployment/web"))).toEqual([["delete deployment/web"], ["create -f -", MANIFEST]]);
});

test("a deletion is named for the kind of the object, as READMEs name it", () => {
  expect(["service/web", "configmap/web-config", "node/worker-1", "deployment/web"].map((target) => deleteObjectOf(target).name)).toEqual([
    "delete the Service",
    "delete the ConfigMap",
    "delete the node",
    "delete the workload",
  ]);
});

test("a container is patched by its name and nothing else is touched", () => {
  const { command } = patchContainer("deployment/web", "web", { image: "web:2" }).arguments;
  const [, patch = ""] = /^patch deployment\/web -p '(.*)'$/.exec(`${command}`) ?? [];
  expect(JSON.parse(patch)).toEqual({ spec: { template: { spec: { containers: [{ name: "web", image: "web:2" }] } } } });
});

test("the chart's manifest is the recorded object without what a server filled in", () => {
  expect(JSON.parse(manifestText(BASELINE, "deployment/web"))).toEqual(MANIFEST);
});

test("an object that the baseline lacks has no manifest", () => {
  expect(() => manifestText(BASELINE, "deployment/gone")).toThrow("the baseline lacks deployment/gone");
});

test("a bare pod has the template's labels and spec, so that a Service takes it for the workload's", () => {
  expect(JSON.parse(barePodText(BASELINE, "deployment/web"))).toMatchObject({
    kind: "Pod",
    metadata: { name: "web-0", labels: { app: "web" } },
    spec: TEMPLATE.spec,
  });
});
