import type { AppBehaviour, CallBehaviour, OperationBehaviour, ProgramBehaviour } from "./behaviour.ts";
import { isLookUp, isServiceCall, usesOwnStore } from "./call-kinds.ts";
import type { FieldProblem } from "./description-file.ts";

/** Checks what one part of a description says of another: names that nothing bears, shares, routes, rings of calls. */
export const checkBehaviour = (app: AppBehaviour): readonly FieldProblem[] => [
  ...checkLoad(app),
  ...app.images.flatMap(({ programs }, i) =>
    Object.values(programs).flatMap((name) =>
      app.programs[name] === undefined ? [at(["images", `${i}`, "programs"], `no program is called ${name}`)] : [],
    ),
  ),
  ...Object.entries(app.programs).flatMap(([name, program]) => checkProgram(app, name, program)),
  ...checkRings(app),
];

const at = (path: readonly string[], problem: string): FieldProblem => ({ path, problem });

const checkLoad = ({ load, programs }: AppBehaviour): readonly FieldProblem[] => {
  const entry = programs[load.service];
  if (entry === undefined) return [at(["load", "service"], `no program is called ${load.service}`)];
  const sum = load.operations.reduce((total, { share }) => total + share, 0);
  return [
    ...(Math.abs(sum - 1) < 1e-9 ? [] : [at(["load", "operations"], `the shares sum to ${sum}, not to 1`)]),
    ...load.operations.flatMap(({ name, entry: own }, i) => {
      const service = own?.service ?? load.service;
      const program = programs[service];
      if (program === undefined) return [at(["load", "operations", `${i}`, "entry", "service"], `no program is called ${service}`)];
      return program.operations[name]?.route === undefined
        ? [at(["load", "operations", `${i}`, "name"], `${service} has no operation ${name} with a route`)]
        : [];
    }),
  ];
};

const checkProgram = (app: AppBehaviour, name: string, program: ProgramBehaviour): readonly FieldProblem[] => {
  const path = ["programs", name];
  const { listens, consumes } = program;
  return [
    ...(listens === undefined && consumes === undefined ? [at(path, "it neither listens nor consumes")] : []),
    ...(consumes !== undefined && program.operations[consumes.operation] === undefined
      ? [at([...path, "consumes", "operation"], `it has no operation ${consumes.operation}`)]
      : []),
    ...settingsNamedBy(program).flatMap(([field, setting]) =>
      app.settings[setting] === undefined ? [at([...path, ...field], `no setting is called ${setting}`)] : [],
    ),
    ...(program.metrics?.families ?? []).flatMap(({ value }, i) =>
      typeof value === "object" && "sent" in value && app.programs[value.to] === undefined
        ? [at([...path, "metrics", "families", `${i}`, "value", "to"], `no program is called ${value.to}`)]
        : [],
    ),
    ...Object.entries(program.operations).flatMap(([operation, described]) =>
      checkOperation(app, program, [...path, "operations", operation], described),
    ),
  ];
};

/** Settings that a program names, with the fields that name them. */
const settingsNamedBy = ({
  start,
  listens,
  consumes,
  registry,
  store,
  rateLimit,
  tracing,
  metrics,
  log,
}: ProgramBehaviour): readonly Named[] => [
  ...(start.requires?.settings ?? []).map((setting, i): Named => [["start", "requires", "settings", `${i}`], setting]),
  ...named(["listens", "port"], listens?.port),
  ...named(["consumes", "address"], consumes?.address),
  ...named(["registry", "address"], registry?.address),
  ...named(["store", "address"], store?.address),
  ...(store?.kind === "sql" ? (["user", "password", "database"] as const).flatMap((field) => named(["store", field], store[field])) : []),
  ...named(["rateLimit", "perS"], rateLimit?.perS),
  ...named(["rateLimit", "queue"], rateLimit?.queue),
  ...named(["tracing", "address"], tracing?.address),
  ...named(["tracing", "ratio"], tracing?.ratio),
  ...(metrics?.families ?? []).flatMap(({ value }, i): readonly Named[] => {
    if (typeof value !== "object") return [];
    const path = ["metrics", "families", `${i}`, "value"];
    if ("setting" in value) return [[[...path, "setting"], value.setting]];
    return "waiting" in value ? [[[...path, "waiting", "atMost"], value.waiting.atMost]] : [];
  }),
  ...log.start.flatMap((line, i): readonly Named[] =>
    [...line.matchAll(/\{([A-Za-z]\w*)\}/g)].map(([, setting = ""]) => [["log", "start", `${i}`], setting]),
  ),
];

type Named = readonly [field: readonly string[], setting: string];

const named = (field: readonly string[], setting: string | number | undefined): readonly Named[] =>
  typeof setting === "string" ? [[field, setting]] : [];

const checkOperation = (
  app: AppBehaviour,
  program: ProgramBehaviour,
  path: readonly string[],
  { route, calls }: OperationBehaviour,
): readonly FieldProblem[] => [
  ...(route !== undefined && program.listens?.protocol !== "http" ? [at([...path, "route"], "only an HTTP server has routes")] : []),
  ...(typeof route?.body === "object" && app.programs[route.body.seedOf]?.store === undefined
    ? [at([...path, "route", "body", "seedOf"], `no program with a store is called ${route.body.seedOf}`)]
    : []),
  ...calls.flatMap((call, i) => {
    const place = [...path, "calls", `${i}`];
    return "parallel" in call
      ? call.parallel.flatMap((one, j) => checkCall(app, program, [...place, "parallel", `${j}`], one))
      : checkCall(app, program, place, call);
  }),
];

const checkCall = (app: AppBehaviour, program: ProgramBehaviour, path: readonly string[], call: CallBehaviour): readonly FieldProblem[] => {
  const settings = (
    isServiceCall(call)
      ? [
          ...named(["address"], call.address),
          ...named(["timeoutMs"], call.timeoutMs),
          ...named(["attempts"], call.attempts),
          ...named(["retries"], call.retries),
          ...named(["backoffMs"], call.backoffMs),
        ]
      : named(["address"], isLookUp(call) ? call.address : undefined)
  ).flatMap(([field, setting]) =>
    app.settings[setting] === undefined ? [at([...path, ...field], `no setting is called ${setting}`)] : [],
  );
  if (!isServiceCall(call))
    return usesOwnStore(call) && (program.store === undefined || program.store.kind === "key-value")
      ? [...settings, at([...path, call.kind === "cache" ? "store" : "kind"], "the program has no store")]
      : settings;
  const callee = app.programs[call.to];
  if (callee === undefined) return [...settings, at([...path, "to"], `no program is called ${call.to}`)];
  return [
    ...settings,
    ...(callee.operations[call.operation] === undefined
      ? [at([...path, "operation"], `${call.to} has no operation ${call.operation}`)]
      : []),
    ...(callee.listens?.protocol === call.kind
      ? []
      : [at([...path, "kind"], `${call.to} speaks ${callee.listens?.protocol ?? "nothing"}`)]),
    ...(call.kind === "http" && callee.operations[call.operation]?.route === undefined
      ? [at([...path, "operation"], `${call.operation} of ${call.to} has no route`)]
      : []),
    ...(call.address === undefined && (program.registry === undefined || callee.registry === undefined)
      ? [at([...path], `name a setting with the address of ${call.to}, or give both programs a registry`)]
      : []),
  ];
};

/** An operation that calls itself, however far around, would never end. */
const checkRings = ({ programs }: AppBehaviour): readonly FieldProblem[] => {
  const isDone = new Set<string>();
  const problems: FieldProblem[] = [];
  const follow = (program: string, operation: string, trail: readonly string[]): void => {
    const node = `${program} ${operation}`;
    if (trail.includes(node)) {
      problems.push(
        at(["programs", program, "operations", operation], `it calls itself: ${[...trail.slice(trail.indexOf(node)), node].join(" → ")}`),
      );
      return;
    }
    if (isDone.has(node)) return;
    for (const call of programs[program]?.operations[operation]?.calls ?? [])
      for (const one of "parallel" in call ? call.parallel : [call])
        if (isServiceCall(one)) follow(one.to, one.operation, [...trail, node]);
    isDone.add(node);
  };
  for (const [program, { operations }] of Object.entries(programs))
    for (const operation of Object.keys(operations)) follow(program, operation, []);
  return problems;
};
