/** One way of asking: a kubectl and the cluster behind it. */
export interface Leg {
  /** `kubectl on the simulator`. */
  readonly title: string;
  /** How many scenarios may run side by side. */
  readonly jobs: number;
  /** A cluster for one scenario: a fork of a simulated one, or the real one that is there. */
  open(scenario: string): Promise<LegCluster>;
  close(): Promise<void>;
}

/** A cluster as one scenario meets it. */
export interface LegCluster {
  readonly facts: ClusterFacts;
  /** True: nobody else sees what is left behind. */
  readonly isDisposable: boolean;
  run(command: Command): Promise<Answer>;
  nowMs(): number;
  /** Lets time pass: virtual in a simulated cluster. */
  sleep(ms: number): Promise<void>;
}

/** What must be known of a cluster to take its names out of the answers. */
export interface ClusterFacts {
  readonly nodes: readonly string[];
  readonly nodeAddresses: readonly string[];
  /** `https://10.0.0.1:6443`. */
  readonly server: string;
  readonly podNetwork: string;
  readonly serviceNetwork: string;
  readonly versions: { readonly kubernetes: string; readonly kubectl: string };
  /** Cluster and user of the kubeconfig, as plain data. */
  readonly cluster: unknown;
  readonly user: unknown;
}

/** One kubectl command line. */
export interface Command {
  /** Without `kubectl` itself. */
  readonly words: readonly string[];
  readonly place: Place;
  readonly stdin?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Where a scenario's commands are run. */
export interface Place {
  readonly namespace: string;
  /** Working folder. */
  readonly folder: string;
  readonly home: string;
  readonly kubeconfig: string;
}

/** How a command ended. */
export interface Answer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longest that one command may take. */
export const COMMAND_TIMEOUT_MS = 120_000;
