import type { Interpret } from "#core/work-budget.ts";
import { pathSegmentProblems } from "#kube/objects/names.ts";
import { apiVersionOf, type ResourceRow } from "#kube/objects/resources.ts";
import { groupVersionPath } from "#kube/ports/api-path.ts";
import type { ApiResponse, ClusterPort, PatchType, ReadRequest, WriteRequest } from "#kube/ports/cluster-port.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import type { ParsedArgs } from "../command-line/flags.ts";
import { CommandFailure, StatusFailure, statusFailure } from "./errors.ts";
import type { Machine } from "./machine.ts";

/** A cluster with the default namespace of its context. */
export interface OpenedCluster {
  readonly cluster: ClusterPort;
  /** Namespace of the context; `-n` overrides it. */
  readonly namespace: string;
  /** Kubeconfig; missing: there is one context that cannot be changed. */
  readonly kubeconfig?: OpenedKubeconfig;
}

/** The kubeconfig of an opened cluster. */
export interface OpenedKubeconfig {
  /** Merged content with the keys of a file. */
  readonly file: Readonly<Record<string, unknown>>;
  /** Path of the file that changes are written to. */
  readonly path: string;
  readonly server: string;
  /** Name of the current context. */
  readonly context: string;
  /** True: the file was named explicitly, and does not exist. */
  readonly isMissing?: boolean;
}

/** Inputs of one command: the cluster, its arguments, and its output. */
export interface SessionOptions extends OpenedCluster {
  /** Text on standard input; a function reads it when a command wants it. */
  readonly stdin?: string | (() => string | undefined) | undefined;
  /** Machine of the command; missing: no files and no other programs. */
  readonly machine?: Machine;
  /** Called with output as it is printed. */
  readonly onOutput?: (stream: "stdout" | "stderr", text: string) => void;
  /** Takes what was printed on stdout so far; false once nobody will read any more of it. Missing: somebody does. */
  readonly isHeard?: ((stdout: string) => boolean) | undefined;
  /** Maximum duration in virtual time, ms. */
  readonly timeoutMs: number;
  /** Bounds templates and paths together with the other work of the command line; missing: each answer has bounds of its own. */
  readonly interpret?: Interpret | undefined;
}

/** An object from the API. */
export type Manifest = KubeObject & Readonly<Record<string, unknown>>;

/** Pattern of templates that show managedFields, or metadata or objects as a whole. */
const MANAGERS_SHOWN = /managedFields|metadata\s*\}|[:=]\.?metadata(?:$|,)|\{\s*[.@$]?\s*\}|items\[[^\]]*\]\s*\}/;

/** One run of a command: it reads and writes the cluster and collects output. */
export class Session {
  readonly cluster: ClusterPort;
  readonly args: ParsedArgs;
  readonly contextNamespace: string;
  readonly namespace: string;
  /** True if `-n` is given. */
  readonly isExplicitNamespace: boolean;
  readonly allNamespaces: boolean;
  #stdin: SessionOptions["stdin"];
  readonly machine: Machine | undefined;
  readonly kubeconfig: OpenedKubeconfig | undefined;
  readonly timeoutMs: number;
  /** Command line with its flags, as recorded by `--record`. */
  readonly commandLine: string;
  stdout = "";
  stderr = "";
  readonly #onOutput: SessionOptions["onOutput"];
  readonly #isHeard: SessionOptions["isHeard"];
  readonly interpret: Interpret;
  /** True once a write that was not a dry run succeeded, or a command ran in a container. */
  hadEffect = false;
  /** Number of YAML documents printed, which are separated by a line. */
  printedDocuments = 0;
  /** Number of answers with a warning from the server. */
  warnings = 0;
  readonly #warnings = new Set<string>();

  constructor(options: SessionOptions, args: ParsedArgs, commandLine = "") {
    this.commandLine = commandLine;
    this.cluster = options.cluster;
    this.args = args;
    this.contextNamespace = options.namespace;
    this.namespace = args.text("namespace") || options.namespace;
    this.isExplicitNamespace = (args.text("namespace") ?? "") !== "";
    this.allNamespaces = args.on("all-namespaces");
    this.#stdin = options.stdin;
    this.machine = options.machine;
    this.kubeconfig = options.kubeconfig;
    this.#onOutput = options.onOutput;
    this.#isHeard = options.isHeard;
    this.interpret = options.interpret ?? ((run) => run());
    this.timeoutMs = options.timeoutMs;
  }

  /** Creates the session of the command proper, which continues the output of this one. */
  next(options: SessionOptions, args: ParsedArgs, commandLine: string): Session {
    const session = new Session(options, args, commandLine);
    session.stdout = this.stdout;
    session.stderr = this.stderr;
    return session;
  }

  /** Text on standard input; undefined when there is none. */
  get stdin(): string | undefined {
    // What is read is gone: a second look gives what the first one gave.
    if (typeof this.#stdin === "function") this.#stdin = this.#stdin();
    return this.#stdin;
  }

  /** Prints a line on stdout. */
  line(text: string): void {
    this.print(`${text}\n`);
  }

  /** Prints text on stdout unchanged. */
  print(text: string): void {
    this.stdout += text;
    this.#onOutput?.("stdout", text);
  }

  /** False once nobody will read any more of what is printed, so that a command that goes on for ever may end. */
  isHeard(): boolean {
    return this.#isHeard?.(this.stdout) !== false;
  }

  /** Prints a line on stderr. */
  note(text: string): void {
    this.complain(`${text}\n`);
  }

  /** Prints text on stderr unchanged. */
  complain(text: string): void {
    this.stderr += text;
    this.#onOutput?.("stderr", text);
  }

  /** Returns the text of a file; undefined when there is none. */
  readFile(path: string): string | undefined {
    return this.machine?.readFile(path);
  }

  nowMs(): number {
    return this.cluster.clock.nowMs();
  }

  /**
   * Reads a path.
   *
   * @throws StatusFailure when the server refuses
   */
  async read<T = Manifest>(request: ReadRequest): Promise<T> {
    return this.#body<T>(await this.cluster.read(this.#shown(request)));
  }

  /**
   * Sends a write.
   *
   * @throws StatusFailure when the server refuses
   */
  async write<T = Manifest>(request: WriteRequest): Promise<T> {
    const response = await this.cluster.write(this.#shown(request));
    if (response.status < 300 && request.query?.["dryRun"] === undefined) this.hadEffect = true;
    return this.#body<T>(response);
  }

  /** Prints a warning, each only once. */
  warn(warning: string): void {
    if (this.#warnings.has(warning)) return;
    this.#warnings.add(warning);
    this.note(`Warning: ${warning}`);
  }

  /** Adds managedFields to a request if they are printed. */
  #shown<R extends ReadRequest | WriteRequest>(request: R, isOne = false): R {
    return request.as === undefined && this.#showsManagers(isOne) ? { ...request, managedFields: true } : request;
  }

  #showsManagers(isOne: boolean): boolean {
    if (this.args.on("show-managed-fields") || this.args.text("allow-missing-template-keys") === "false") return true;
    const output = `${this.args.text("output") ?? ""} ${this.args.text("template") ?? ""}`;
    // An index that is out of bounds, or a filter that cannot be evaluated, is told with the whole object.
    return MANAGERS_SHOWN.test(output) || (isOne && /\[-?\d|\[\?\(/.test(output));
  }

  #body<T>(response: ApiResponse): T {
    for (const warning of response.warnings ?? []) this.warn(warning);
    this.warnings += response.warnings?.length ?? 0;
    if (response.status < 200 || response.status > 299) throw statusFailure(response);
    return response.body as T;
  }

  /**
   * Reads an object named by the user. If its namespace is missing too, the error says that.
   *
   * @throws StatusFailure when the server refuses
   */
  async readNamed<T = Manifest>(
    row: ResourceRow,
    namespace: string | undefined,
    name: string,
    request: Pick<ReadRequest, "as" | "query"> & { readonly subresource?: string | undefined } = {},
  ): Promise<T> {
    const { subresource, ...rest } = request;
    const answer = await this.cluster.read(this.#shown({ ...rest, path: resourcePath(row, namespace, name, subresource) }, true));
    if (answer.status === 404 && row.namespaced && namespace && namespace !== "default") {
      const place = await this.cluster.read({ path: `/api/v1/namespaces/${segment(namespace)}` });
      if (place.status === 404) throw statusFailure(place);
    }
    return this.#body<T>(answer);
  }

  /** Reads an object in the namespace of the command. */
  async get<T = Manifest>(row: ResourceRow, name: string, namespace: string | undefined = this.namespace): Promise<T> {
    return this.readNamed<T>(row, namespace, name);
  }

  /** Lists objects; adds the apiVersion and kind that items of typed lists lack. */
  async list<T = Manifest>(
    row: ResourceRow,
    namespace: string | undefined,
    query: Readonly<Record<string, string>> = {},
  ): Promise<readonly T[]> {
    const list = await this.read<KubeList>({ path: resourcePath(row, namespace), query }).catch((failure: unknown) => {
      throw withSelectors(failure, row, query);
    });
    return (list.items ?? []).map((item) => withType(item, row)) as unknown as readonly T[];
  }

  /** Patches an object. */
  async patch(
    row: ResourceRow,
    object: { readonly name: string; readonly namespace?: string | undefined },
    patch: PatchRequest,
  ): Promise<Manifest> {
    return this.write({
      method: "PATCH",
      path: resourcePath(row, object.namespace, object.name, patch.subresource),
      patchType: patch.type,
      body: patch.body,
      ...(patch.query && { query: patch.query }),
      ...(patch.fieldManager && { fieldManager: patch.fieldManager }),
    });
  }
}

/** Adds the selectors to the error of a list, as kubectl does. */
export const withSelectors = (
  failure: unknown,
  { group, version, plural }: ResourceRow,
  query: Readonly<Record<string, string>>,
): unknown => {
  const { labelSelector, fieldSelector } = query;
  if (!(failure instanceof StatusFailure) || failure.status.reason !== "BadRequest" || (labelSelector ?? fieldSelector) === undefined)
    return failure;
  const selectors = `label selector ${JSON.stringify(labelSelector ?? "")}, field selector ${JSON.stringify(fieldSelector ?? "")}`;
  return new StatusFailure({
    ...failure.status,
    message: `Unable to find ${JSON.stringify(`${group}/${version}, Resource=${plural}`)} that match ${selectors}: ${failure.status.message ?? ""}`,
  });
};

/** A patch of one object. */
export interface PatchRequest {
  readonly type: PatchType;
  readonly body: unknown;
  readonly subresource?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly fieldManager?: string | undefined;
}

/** Path of a collection, an object or a subresource; of discovered resources too. */
export const resourcePath = (row: ResourceRow, namespace?: string, name?: string, subresource?: string): string => {
  let path = groupVersionPath(row);
  if (row.namespaced && namespace !== undefined && namespace !== "") path += `/namespaces/${segment(namespace)}`;
  path += `/${row.plural}`;
  if (name !== undefined) {
    const problems = pathSegmentProblems(name);
    if (problems.length > 0) throw new CommandFailure(`invalid resource name ${JSON.stringify(name)}: [${problems.join(" ")}]`);
    path += `/${segment(name)}`;
  }
  return subresource === undefined || subresource === "" ? path : `${path}/${subresource}`;
};

const segment = (text: string): string => (/^[\w.-]+$/.test(text) ? text : encodeURIComponent(text).replaceAll("%3A", ":"));

const withType = (item: KubeObject, row: ResourceRow): KubeObject =>
  item.kind !== undefined ? item : { ...(item as object as KubeObject), apiVersion: apiVersionOf(row), kind: row.kind };
