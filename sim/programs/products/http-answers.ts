import type { World } from "../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../network/http/answer-http.ts";
import { readContainerFile } from "../../processes/container-files.ts";
import { answerAsNode } from "../../processes/node-serves.ts";
import type { Process } from "../../processes/process.ts";
import { answerConsul } from "./consul/answer-consul.ts";
import { HTTP_PAGES } from "./http-pages.ts";
import { answerNacos } from "./nacos/answer-nacos.ts";
import { answerPodDefaults } from "./pod-defaults/answer-pod-defaults.ts";
import { answerDiscovery } from "./tidb/answer-discovery.ts";
import { answerPd } from "./tidb/answer-pd.ts";
import { answerTidbStatus } from "./tidb/answer-tidb-status.ts";

/** Answer of a product's server, by what its socket serves. */
export const answerAsProduct = (world: World, process: Process, serves: string, request: HttpRequest): HttpAnswer => {
  const slash = serves.indexOf("/");
  const answer = BY_SERVER[serves] ?? BY_FAMILY[slash < 0 ? serves : serves.slice(0, slash)];
  return answer === undefined ? NOT_HTTP : answer(world, process, request, serves.slice(slash + 1));
};

type Answer = (world: World, process: Process, request: HttpRequest, argument: string) => HttpAnswer;

/** Answer of a server that speaks another protocol, as an HTTP client takes it. */
export const NOT_HTTP: HttpAnswer = {
  kind: "reset",
  detail: 'malformed HTTP response "\\x00\\x00\\x06\\x04\\x00\\x00\\x00\\x00\\x00\\x00\\x05\\x00\\x00@\\x00"',
};

const answer = (status: number, body: string, afterMs = 2): HttpAnswer => ({ kind: "answer", status, body, afterMs });
const byPages =
  (pages: (typeof HTTP_PAGES)[string]): Answer =>
  (_world, _process, request) => {
    const found = pages[pathOf(request)];
    return found === undefined ? NOT_FOUND : answer(found.status, found.body);
  };
const always =
  (status: number, body: string): Answer =>
  () =>
    answer(status, body);
const NOT_FOUND = answer(404, "404 page not found\n");

const pathOf = ({ path }: HttpRequest): string => path.split("?")[0] ?? "/";

const byPath =
  (table: Readonly<Record<string, Answer>>): Answer =>
  (world, process, request, argument) =>
    (table[pathOf(request)] ?? (() => NOT_FOUND))(world, process, request, argument);

/** Files below the server's home; a folder means its index.html. */
const answerHttpd: Answer = (world, process, request, home) => {
  const base = home === "." ? (process.start.container.workingDir ?? "") : home;
  const path = pathOf(request);
  const text = readContainerFile(world, process, `${base.replace(/\/$/, "")}${path.endsWith("/") ? `${path}index.html` : path}`);
  return text === undefined
    ? answer(
        404,
        "<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\nThe requested URL was not found\n</BODY></HTML>\n",
      )
    : answer(200, text);
};

/** Answer of nc: the text that it was given, if that is an HTTP answer. */
const answerNetcat: Answer = (_world, _process, _request, text) => {
  const match = /^HTTP\/1\.\d (\d{3})[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n?([\s\S]*)$/.exec(text);
  return match === null ? { kind: "reset", detail: "EOF" } : answer(Number(match[1]), match[2] ?? "");
};

const answerNode: Answer = (_world, _process, request, argument) => {
  const { status, body } = answerAsNode(argument, request);
  return answer(status, body, 1);
};

const BY_SERVER: Readonly<Record<string, Answer>> = {
  "http/consul": (world, process, request) => answerConsul(world, process, request) ?? NOT_FOUND,
  "http/tidb-discovery": answerDiscovery,
  "http/pd": (world, process, request) => answerPd(world, process, request) ?? NOT_FOUND,
  "http/tidb-status": (world, process, request) => answerTidbStatus(world, process, request) ?? NOT_FOUND,
  "http/tikv-status": byPath({ "/metrics": always(200, ""), "/status": always(200, "") }),
  "http/nacos": (world, process, request) => answerNacos(world, process, request) ?? NOT_FOUND,
  ...Object.fromEntries(Object.entries(HTTP_PAGES).map(([serves, pages]) => [serves, byPages(pages)])),
  "http/metrics": byPath({ "/metrics": always(200, ""), "/healthz": always(200, "ok") }),
  "http/pod-defaults": answerPodDefaults,
  mongodb: always(200, "It looks like you are trying to access MongoDB over HTTP on the native driver port.\r\n"),
};

const BY_FAMILY: Readonly<Record<string, Answer>> = {
  httpd: answerHttpd,
  nc: answerNetcat,
  node: answerNode,
  metrics: byPath({ "/metrics": always(200, "") }),
};
