/** Facts of an application beyond its manifests, such as its call graph: data from `charts/<app>/`. */
export interface AppRecord {
  /** Chart name: `hotel-reservation`. */
  readonly name: string;
  /** Title for people: `Hotel reservation`. */
  readonly title: string;
  /** Default namespace; the episode's may differ, so look-ups must not use this one. */
  readonly namespace: string;
  /** Components, in the order of the chart. */
  readonly components: readonly AppComponent[];
  /** User-facing operations, in the order of the load's mix. */
  readonly operations: readonly AppOperation[];
  /** Label whose value names the component on every object. */
  readonly labelKey: string;
  /** Load: requests per second, the Service and port that it calls, and the program that must answer there. */
  readonly load: {
    readonly rps: number;
    readonly service: string;
    readonly port: number;
    readonly program: string;
    /** Service and port of the flagd with the flags that flood operations; missing: there is none. */
    readonly flagd?: { readonly service: string; readonly port: number };
  };
}

/** One component: a workload, its Service, and its place in the call graph. */
export interface AppComponent {
  /** Name of the component, its Deployment and its Service. */
  readonly name: string;
  /** Kind of its workload. */
  readonly workload: "deployment" | "statefulset";
  /** Component whose operator makes its objects, and puts back what others change on them; missing: the chart makes them. */
  readonly operatedBy?: string;
  /** Custom resource that the operator makes it out of, `tidbcluster/basic`; missing: the chart makes it. */
  readonly madeFrom?: string;
  /** Place in the application; `frontend` is what users call. */
  readonly role: "frontend" | "service" | "store" | "cache" | "registry" | "tracing";
  /** Callers that find this component through its Service's DNS name. Empty: Service faults do not show. */
  readonly dnsCallers: readonly string[];
  /** Callers that find it by the pods' addresses, which a service registry or its members tell. */
  readonly registryCallers: readonly string[];
  /** Components that are not ready while this one is away, since their probes ask for it: its faults can hide theirs. Missing: none. */
  readonly gates?: readonly string[];
  /** Share of user requests (0..1) that fail while this component is down; 0: users notice nothing. */
  readonly userShare: number;
  /** Share of user requests that fail while only its Service's name is of no use; missing: as many as while it is down. */
  readonly nameShare?: number;
  /** Share of user requests that fail while it refuses what is written into it; missing: none. */
  readonly writeShare?: number;
  /** The setting by which its program finds the store without which it does not start, the store and its port; missing: there is none. */
  readonly storeSetting?: { readonly name: string; readonly host: string; readonly port: number };
  /** Table of a SQL server that it reads or writes at each request, in a PostgreSQL with its schema, and the server's component; missing: none. */
  readonly table?: { readonly name: string; readonly store: string; readonly product: "postgresql" | "mysql" };
  /** Absolute path of its own program in the image; missing: it runs a product, which knows its own. */
  readonly program?: string;
  /** Programs in the same image that its command could name by mistake. */
  readonly siblingPrograms: readonly string[];
  /** The store's database and users where it demands authentication. */
  readonly auth?: { readonly database: string; readonly user: string; readonly password: string };
  /** Contents of a MongoDB once its consumers have started: they write the first documents, or none. Missing: it is another product. */
  readonly documents?: "seeded" | "empty";
  /** Consumers that read this store once, at start: they must restart before a fault in it shows. */
  readonly startLoadedBy: readonly string[];
  /** Consumers that read it at each request. */
  readonly readBy: readonly string[];
  /**
   * ConfigMaps that the component mounts or reads, with the keys it needs; `settings` are the ones it needs inside a
   * JSON file of the first key, `addresses` those among them that say where another component is, and `unnoticed` those of
   * addresses of which users notice nothing when they are wrong. Where the keys become variables (`areVariables`), all of these are keys.
   */
  readonly configMaps: readonly {
    readonly name: string;
    readonly keys: readonly string[];
    readonly settings?: readonly string[];
    readonly addresses?: readonly string[];
    readonly unnoticed?: readonly string[];
    readonly areVariables?: true;
  }[];
  /** Port on which its program speaks gRPC; missing: it speaks something else, or is a product. */
  readonly grpcPort?: number;
  /** Variables of its own container by which its program finds other components; missing: it has none. */
  readonly addressVariables?: readonly AddressVariable[];
  /** Working set when idle, MiB. */
  readonly idleMiB: number;
  /** Requests that its program serves at the app's load, all its replicas together, 1/s; 0: not known, or none. */
  readonly callsPerS: number;
  /** CPU that its program needs for the app's load, all its replicas together, millicores; 0: not known, or none. */
  readonly cpuMilli: number;
  /** Usual time from the start of its container until it listens, s; 0: not known, or none. */
  readonly startSeconds: number;
}

/** A variable with an address. */
export interface AddressVariable {
  readonly name: string;
  /** Variable with the port where this one holds the host alone. */
  readonly port?: string;
  /** The component that it leads to. */
  readonly to: string;
  /** True: users notice nothing when it is wrong. */
  readonly isUnnoticed?: true;
}

/** A user-facing operation with a probe that shows that it works. */
export interface AppOperation {
  /** `GET /hotels`. */
  readonly name: string;
  /** Share of the load, 0..1; the shares of all operations sum to 1. */
  readonly share: number;
  /** Request that a probe makes, without a body. */
  readonly request: { readonly method: "GET" | "POST" | "DELETE"; readonly path: string };
  /** Service and port of its requests, and the program that must answer there; missing: those of the load. */
  readonly entry?: { readonly service: string; readonly port: number; readonly program: string };
  /** Text in the body of a working answer, whose status is 200. */
  readonly bodyContains: string;
  /** Requests beyond the load's share, 1/s for each unit of a feature flag's value. */
  readonly flood?: { readonly flag: string; readonly rps: number } | undefined;
  /** Components that a request passes through. */
  readonly through: readonly string[];
}
