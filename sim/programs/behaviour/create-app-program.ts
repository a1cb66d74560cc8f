import { keepFor } from "#core/keep-for.ts";
import type { ProgramBehaviour, StoreBehaviour } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { printLines } from "../../processes/process-output.ts";
import {
  DOCUMENT_PORT,
  describeDocumentFailure,
  describeRefusal,
  describeSignInFailure,
  NO_HOST,
  STORE_SELECTION_MS,
} from "../languages/go/document-client.ts";
import { describeRegistryFailure } from "../languages/go/registry-client.ts";
import { LANGUAGES } from "../languages/languages.ts";
import type { Effect } from "../runtime/effect.ts";
import type { StoreContact } from "../runtime/process-network.ts";
import { NEXT, type Program, type Step, type StepContext, type StepResult } from "../runtime/program.ts";
import { fillTemplate } from "./fill-template.ts";
import { leaveRegistry, reachRegistry, refreshKnownAddresses, registrationOf, registryAddress } from "./registration.ts";
import { addressOf, parsePort, settingOf } from "./settings.ts";

/**
 * Program from an application's description: reads its settings, connects to its store, registers, listens. It exits when one of these is
 * unavailable.
 */
export const createAppProgram = keepFor((app: AppProgram): Program => {
  const { start, stop, memory, language, log, registry } = app.behaviour;
  const farewell = (world: World) => log.stop.map((text) => LANGUAGES[language].line("info", text)(world.nowMs()));
  return {
    memory,
    bootMs: start.bootMs,
    steps: [announceSettings(app.behaviour), openStore(app), serve(app)],
    onTerm: { ...stop, lines: farewell },
    ...(registry === undefined ? {} : { leave: leaveRegistry }),
  };
});

const announceSettings =
  ({ language, log }: ProgramBehaviour): Step =>
  ({ world, process }) => {
    const lines = log.start.map((text) => fillTemplate(text, (name) => settingOf(process, name)));
    printLines(
      world,
      process,
      lines.map((line) => LANGUAGES[language].line("info", line)(world.nowMs())),
    );
    return NEXT;
  };

const openStore = (app: AppProgram): Step =>
  function* (context) {
    const { store } = app.behaviour;
    if (store === undefined) return NEXT;
    const { process, network } = context;
    if (settingOf(process, store.address) === "") return panic(app, NO_HOST);
    const { host, port } = addressOf(process, store.address, DOCUMENT_PORT);
    const reached = yield* network.reachStore(host, port);
    if (reached.kind === "failed") return waitForStore(app, context, describeDocumentFailure(host, port, reached.outcome));
    const error = yield* loadStore(reached.server, store);
    return error === undefined ? NEXT : panic(app, error);
  };

/** Looks for the server again, less and less often, until the driver gives up. */
const waitForStore = (app: AppProgram, { waitedMs, tries }: StepContext, message: string): StepResult => {
  if (waitedMs >= STORE_SELECTION_MS) return panic(app, message);
  return { kind: "again", afterMs: Math.min(500 * 2 ** Math.min(tries, 4), STORE_SELECTION_MS - waitedMs) };
};

/** Signs in, reads everything, and writes the seed where there is nothing. */
function* loadStore(server: StoreContact, { database, collection, credentials, seed }: StoreBehaviour): Effect<string | undefined> {
  if (credentials !== undefined) {
    const signedIn = yield* server.signIn({ ...credentials, database: "admin" });
    if (!signedIn.ok) return describeSignInFailure(signedIn.error);
  }
  const documents = yield* server.find(database, collection);
  if (!documents.ok) return describeRefusal(documents.error);
  if (documents.value.length > 0) return undefined;
  const written = yield* server.insert(database, collection, seed);
  return written.ok ? undefined : describeRefusal(written.error);
}

const serve = (app: AppProgram): Step =>
  function* (context) {
    const { process, network } = context;
    const { registry, log } = app.behaviour;
    const contact = registry === undefined ? undefined : yield* reachRegistry(context);
    if (contact?.kind === "failed") return refuseRegistration(app, context, contact.outcome);
    const port = portOf(process, app);
    // Port 0 is wherever the kernel likes: nobody will find it.
    const isListening = yield* network.listen(socketsOf(app, port).filter((socket) => socket.port !== 0));
    if (!isListening) return panic(app, fillTemplate(log.listenFailed, only("error", `listen tcp :${port}: bind: address already in use`)));
    if (contact !== undefined) {
      yield* contact.server.register(registrationOf(process));
      yield* refreshKnownAddresses(context);
    }
    say(context, app, greetings(app, process, port));
    return NEXT;
  };

/** Configured port of a process; 0 where the setting is no number. */
const portOf = (process: Process, { behaviour }: AppProgram): number => parsePort(settingOf(process, behaviour.listens.port));

const socketsOf = ({ name, behaviour: { listens, metrics } }: AppProgram, port: number): Process["ports"] => [
  { port, protocol: "TCP", serves: `${listens.protocol}/${name}` },
  ...(metrics === undefined ? [] : [{ port: metrics.port, protocol: "TCP" as const, serves: `metrics/${name}` }]),
];

const greetings = ({ name, behaviour: { registry, log } }: AppProgram, process: Process, port: number): readonly string[] => {
  const listening = fillTemplate(log.listening, valuesIn({ program: name, port: `${port}` }));
  if (registry === undefined || log.registered === undefined) return [listening];
  const { service, address } = registrationOf(process);
  const { host, port: registryPort } = registryAddress(process);
  return [listening, fillTemplate(log.registered, valuesIn({ service, address, port: `${port}`, registry: `${host}:${registryPort}` }))];
};

const refuseRegistration = (app: AppProgram, context: StepContext, outcome: ConnectionOutcome): StepResult => {
  const { host, port } = registryAddress(context.process);
  const { log, registry } = app.behaviour;
  const text = fillTemplate(
    log.registrationFailed ?? "{error}",
    valuesIn({ service: registry?.name ?? app.name, error: describeRegistryFailure(host, port, outcome) }),
  );
  say(context, app, [text], "error");
  return panic(app, text);
};

const say = (
  { world, process }: StepContext,
  { behaviour: { language } }: AppProgram,
  lines: readonly string[],
  level: "info" | "error" = "info",
): void =>
  printLines(
    world,
    process,
    lines.map((line) => LANGUAGES[language].line(level, line)(world.nowMs())),
  );

const panic = (app: AppProgram, text: string): StepResult => ({
  kind: "exit",
  exitCode: LANGUAGES[app.behaviour.language].panicExitCode,
  lines: LANGUAGES[app.behaviour.language].panic(text, app),
});

const valuesIn =
  (values: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    values[name];

const only = (name: string, value: string) => valuesIn({ [name]: value });
