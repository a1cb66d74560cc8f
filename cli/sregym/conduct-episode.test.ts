import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { KubedrillError } from "#clients/typescript/index.ts";
import type { ProgramEpisode } from "../agents/play-by-program.ts";
import { conductEpisode } from "./conduct-episode.ts";

const APP = { app_name: "Shop", namespace: "shop", namespaces: ["shop"], descriptions: "" };

/** An episode whose host and telemetry note what they are asked. */
const openEpisode = async (step: () => object) => {
  const asked: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    response.end('{"data":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = {
    step: async ({ actions: [action] }: { readonly actions: readonly { readonly body: { readonly name: string } }[] }) => {
      asked.push(action?.body.name ?? "");
      return { results: [{ status: "OK", content: "done" }], ...step() };
    },
    observe: async () => ({ observation: { virtualMs: 7_000 } }),
  };
  const access = { token: "t", prometheusUrl: `${address}/p`, lokiUrl: `${address}/l`, jaegerUrl: `${address}/j` };
  const episode = { episodeId: "e", host, access } as unknown as ProgramEpisode;
  return { episode, asked, close: () => server.close() };
};

test("where time follows the clock, a request brings the world there before each command", async () => {
  const { episode, asked, close } = await openEpisode(() => ({}));
  const conducted = conductEpisode(episode, { app: APP, followsClock: true });
  expect(await Promise.all([conducted.kubectl("kubectl get pods"), conducted.undo()])).toEqual(["done", "done"]);
  await conducted.mitigate();
  expect(conducted.workedMs()).toBe(7_000);
  const ready = "/p/-/ready? Bearer t";
  expect(asked).toEqual([ready, "kubectl", ready, "undo", ready, ready, "submit_mitigation"]);
  close();
});

test("where commands alone take time, nothing else is asked", async () => {
  const { episode, asked, close } = await openEpisode(() => ({}));
  const conducted = conductEpisode(episode, { app: APP, followsClock: false });
  await conducted.diagnose("the probe");
  expect(await conducted.ask({ api: "loki", path: "/loki/api/v1/labels", params: {} })).toEqual({ status: 200, body: { data: [] } });
  expect(asked).toEqual(["submit_diagnosis", "/l/loki/api/v1/labels? Bearer t"]);
  close();
});

test.each([
  ["ends by a limit", () => ({ ending: { endReason: "MAX_STEPS" } }), "done"],
  [
    "has ended before",
    () => {
      throw new KubedrillError("over", { code: "FAILED_PRECONDITION", reason: "EPISODE_ENDED" });
    },
    "The episode has ended.",
  ],
])("an episode that %s answers so", async (_, step, first) => {
  const { episode, asked, close } = await openEpisode(step);
  const conducted = conductEpisode(episode, { app: APP, followsClock: false });
  expect(await conducted.kubectl("kubectl get pods")).toBe(first);
  expect(conducted.isOver()).toBe(true);
  expect(await conducted.kubectl("kubectl get pods")).toBe("The episode has ended.");
  expect(await conducted.ask({ api: "jaeger", path: "/api/services", params: {} })).toMatchObject({ status: 503 });
  await conducted.mitigate();
  expect(conducted.workedMs()).toBeUndefined();
  expect(asked).toEqual(["kubectl"]);
  close();
});

test("a lost cluster is no answer", async () => {
  const { episode, close } = await openEpisode(() => {
    throw new KubedrillError("gone", { code: "DATA_LOSS", reason: "SLOT_LOST" });
  });
  await expect(conductEpisode(episode, { app: APP, followsClock: false }).diagnose("x")).rejects.toThrow("SLOT_LOST");
  close();
});
