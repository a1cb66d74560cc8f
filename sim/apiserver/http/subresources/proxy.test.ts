import { expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { createFixture } from "../../../bootstrap/cluster-fixture.cases.ts";
import { stopKubelet } from "../../../kubelet/node/control-kubelet.ts";
import { handle } from "../handle.ts";

const user = { username: "kubernetes-admin", groups: ["system:masters"] };

const fixture = createFixture();
const get = (path: string) => {
  const { status, body } = handle(fixture.world, { method: "GET", path, query: {}, user });
  return [status, typeof body === "string" ? body : (body as { readonly message?: string }).message];
};

test("a pod answers through the API server as it answers in the network", () => {
  const [pod] = fixture.client.list<Pod>("pods", "kube-system").filter(({ metadata }) => metadata.name.startsWith("coredns"));
  const path = `/api/v1/namespaces/kube-system/pods/${pod?.metadata.name}`;
  expect(get(`${path}:8080/proxy/health`)).toEqual([200, "OK"]);
  expect(get(`${path}:1/proxy/`)).toEqual([
    503,
    `error trying to reach service: dial tcp ${pod?.status?.podIP}:1: connect: connection refused`,
  ]);
});

test("a kubelet answers while it runs", () => {
  const node = fixture.client.list("nodes").at(-1)?.metadata.name ?? "";
  expect(get(`/api/v1/nodes/${node}/proxy/healthz`)).toEqual([200, "ok"]);
  stopKubelet(fixture.world, node);
  expect(get(`/api/v1/nodes/${node}/proxy/healthz`)).toEqual([503, expect.stringMatching(/:10250: connect: connection refused$/)]);
});
