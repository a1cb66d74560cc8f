import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createKubeStreams } from "#env/host/kube-streams/kube-streams.ts";
import { openKubeEndpoint } from "#env/server/kube-http/open-kube-endpoint.ts";
import { createSimApi } from "#pool/backends/sim/sim-api.ts";
import { ADMIN } from "#pool/backends/sim/sim-slot.ts";
import { bootBareWorld } from "../parity/legs/bare-world.ts";
import type { ApiServer, Exchanged } from "./exchange.ts";
import { playRequests } from "./play-requests.ts";
import { REQUESTS } from "./requests.ts";

const RECORDED = JSON.parse(readFileSync(new URL("./recorded.json", import.meta.url), "utf8")) as Readonly<Record<string, Exchanged>>;

const world = bootBareWorld().fork("bad-input");
const pass = async (ms: number): Promise<void> => world.runUntil(world.nowMs() + ms);
let endpoint: Awaited<ReturnType<typeof openKubeEndpoint>>;
let answers: Readonly<Record<string, Exchanged>>;
beforeAll(async () => {
  endpoint = await openKubeEndpoint({ host: "127.0.0.1", port: 0 });
  const admission = endpoint.admit({
    episodeId: "bad-input",
    link: createKubeStreams(createSimApi(world, ADMIN), pass),
    user: ADMIN.username,
    virtualNowMs: world.nowMs(),
    pace: { idleSpeed: 1, waitingSpeed: 20, idleMaxMs: Number.POSITIVE_INFINITY, requestCostMs: 0 },
  });
  const authority = (parse(admission.kubeconfig) as Kubeconfig).clusters[0].cluster["certificate-authority-data"];
  const api: ApiServer = { server: admission.server, token: admission.token, authority: Buffer.from(authority, "base64").toString("utf8") };
  answers = await playRequests(api, { pause: () => pass(1_000) });
});
afterAll(() => endpoint.close());

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly "certificate-authority-data": string } }];
}

test("every request has a name of its own and a recorded answer", () => {
  expect(REQUESTS.map(({ title }) => title).sort()).toEqual(Object.keys(RECORDED).sort());
});

/** Answers that are known to differ, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "a gadget of another version": "a warning tells of fields that a version has which is not served",
  "a namespace patched with a label that is none": "some kinds check their metadata twice, and list the causes twice",
  "a patch of a scale to text": "the refused document lacks the managed fields that a real scale carries, whose owners the text shows",
  "gadgets in protobuf alone": "answers are written in JSON, refusals too",
  "nothing but a comment in YAML": "a service gets its address before its name is looked at, and here after",
};

test.each(REQUESTS.filter(({ title }) => DIFFERENT[title] === undefined))("$title is answered as by the real server", ({ title }) => {
  expect(answers[title]).toEqual(RECORDED[title]);
});

test.each(Object.entries(DIFFERENT))("%s still differs: %s", (title) => {
  expect(answers[title]).not.toEqual(RECORDED[title]);
});
