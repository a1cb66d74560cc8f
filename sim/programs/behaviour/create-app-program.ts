import { keepFor } from "#core/keep-for.ts";
import { DEFAULT_PORTS } from "#kube/app/default-ports.ts";
import { listenPort } from "#kube/app/listen-port.ts";
import type { DocumentStore, SqlStore } from "#kube/app/store-behaviour.ts";
import type { World } from "../../kernel/world.ts";
import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { printLines } from "../../processes/process-output.ts";
import { describeRegistryFailure } from "../languages/go/registry-client.ts";
import type { DocumentWords } from "../languages/language.ts";
import { clientWords, LANGUAGES, sqlWords } from "../languages/languages.ts";
import type { Effect } from "../runtime/effect.ts";
import type { StoreContact } from "../runtime/process-network.ts";
import { NEXT, type Program, type Step, type StepContext, type StepResult } from "../runtime/program.ts";
import { addressesUsedBy } from "./addresses-used-by.ts";
import { fillTemplate } from "./fill-template.ts";
import { leaveRegistry, reachRegistry, refreshKnownAddresses, registrationOf, registryAddress } from "./registration.ts";
import { addressOf, settingOf, sqlLoginOf } from "./settings.ts";

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
    steps: [demandSettings(app), announceSettings(app), endIfBroken(app), openStore(app), serve(app)],
    onTerm: { ...stop, lines: farewell },
    ...(registry === undefined ? {} : { leave: leaveRegistry }),
  };
});

/** Ends a program that lacks a setting which it demands. */
const demandSettings =
  (app: AppProgram): Step =>
  ({ world, process }) => {
    const { language, start } = app.behaviour;
    const missing = start.requires?.settings.filter((name) => settingOf(process, name) === "").map((name) => variableName(app, name)) ?? [];
    if (start.requires === undefined || missing.length === 0) return NEXT;
    const { otherwise, exitCode } = start.requires;
    if (exitCode === undefined) return panic(app, fillTemplate(otherwise, only("missing", missing[0] as string)));
    const text = fillTemplate(otherwise, only("missing", missing.join(", ")));
    return { kind: "exit", exitCode, lines: [LANGUAGES[language].line("error", text)(world.nowMs())] };
  };

/** Name by which people know a setting: its variable's, else its own. */
const variableName = ({ app }: AppProgram, setting: string): string => app.settings[setting]?.env ?? setting;

const announceSettings =
  (app: AppProgram): Step =>
  ({ world, process }) => {
    const { language, log } = app.behaviour;
    const lines = log.start.map((text) => fillTemplate(text, (name) => settingOf(process, name)));
    printLines(
      world,
      process,
      lines.map((line) => LANGUAGES[language].line("info", line)(world.nowMs())),
    );
    const { missingAddress } = LANGUAGES[language];
    return missingAddress !== undefined && addressesUsedBy(app.behaviour).some((name) => settingOf(process, name) === "")
      ? panic(app, missingAddress)
      : NEXT;
  };

/** Ends a build that gets no further. */
const endIfBroken =
  (app: AppProgram): Step =>
  () =>
    app.defect?.panic === undefined ? NEXT : panic(app, app.defect.panic);

const openStore = (app: AppProgram): Step =>
  function* (context) {
    const { store } = app.behaviour;
    if (store?.kind === "key-value") return yield* greetKeyValues(app, context, store.address);
    if (store?.kind === "sql") return store.atStart === "exit" ? yield* signInToTables(app, context, store) : NEXT;
    if (store?.kind !== "document" || store.atStart === "skip") return NEXT;
    const { process, network } = context;
    const documents = clientWords(app, "documents");
    if (settingOf(process, store.address) === "") return panic(app, documents.noHost);
    const { host, port } = addressOf(process, store.address, DEFAULT_PORTS.mongodb);
    const reached = yield* network.reachStore(host, port);
    const error =
      reached.kind === "failed" ? documents.describe(host, port, reached.outcome) : yield* loadStore(documents, reached.server, store);
    if (error === undefined) return NEXT;
    if (store.atStart === "retry") return tryAgain(app, context, error);
    return reached.kind === "failed" ? waitForStore(app, context, error) : panic(app, error);
  };

/** Connects to a Redis once; without it the program ends. */
function* greetKeyValues(app: AppProgram, { process, network }: StepContext, setting: string): Effect<StepResult> {
  const words = clientWords(app, "keyValues");
  const { host, port } = addressOf(process, setting, DEFAULT_PORTS.redis);
  const greeted = yield* network.greetKeyValues(host, port);
  if (greeted.kind === "failed") return panic(app, words.describe(greeted.outcome, { host, port }).message);
  return greeted.server === undefined ? NEXT : panic(app, words.refused(greeted.server));
}

/** Opens a pool of connections to a SQL server; without one the program ends. */
function* signInToTables(app: AppProgram, { process, network }: StepContext, store: SqlStore): Effect<StepResult> {
  const words = sqlWords(app, store);
  const target = addressOf(process, store.address, DEFAULT_PORTS[store.product]);
  const reached = yield* network.signInToTables(store.product, target.host, target.port, sqlLoginOf(process, store));
  if (reached.kind === "failed") return panic(app, words.describe(reached.outcome, target).message);
  return reached.server === undefined ? NEXT : panic(app, words.signInFailure(reached.server.text, target, reached.server.code));
}

/** Writes that the store is away, and looks again a second later, for as long as it takes. */
const tryAgain = (app: AppProgram, context: StepContext, error: string): StepResult => {
  say(context, app, [fillTemplate(app.behaviour.log.storeAway ?? "{error}", only("error", error))], "error");
  return { kind: "again", afterMs: 1000 };
};

/** Looks for the server again, less and less often, until the driver gives up. */
const waitForStore = (app: AppProgram, { waitedMs, tries }: StepContext, message: string): StepResult => {
  const { selectionMs } = clientWords(app, "documents");
  if (waitedMs >= selectionMs) return panic(app, message);
  return { kind: "again", afterMs: Math.min(500 * 2 ** Math.min(tries, 4), selectionMs - waitedMs) };
};

/** Signs in, reads everything, and writes the seed where there is nothing. */
function* loadStore(
  words: DocumentWords,
  server: StoreContact,
  { database, collection, credentials, seed }: DocumentStore,
): Effect<string | undefined> {
  if (credentials !== undefined) {
    const signedIn = yield* server.signIn({ ...credentials, database: "admin" });
    if (!signedIn.ok) return words.signInFailure(signedIn.error);
  }
  const documents = yield* server.find(database, collection);
  if (!documents.ok) return words.refusal(documents.error);
  if (documents.value.length > 0 || seed.length === 0) return undefined;
  const written = yield* server.insert(database, collection, seed);
  return written.ok ? undefined : words.refusal(written.error);
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
const portOf = (process: Process, { behaviour: { listens } }: AppProgram): number =>
  listens === undefined ? 0 : listenPort(settingOf(process, listens.port));

const socketsOf = ({ name, behaviour: { listens, metrics } }: AppProgram, port: number): Process["ports"] => [
  ...(listens === undefined ? [] : [{ port, protocol: "TCP" as const, serves: `${listens.protocol}/${name}` }]),
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
