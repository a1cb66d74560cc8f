/** A kubectl and its cluster, on which scenarios are run. */
export interface Leg {
  /** Title, such as `kubectl on the simulator`. */
  readonly title: string;
  /** Maximum number of concurrent scenarios. */
  readonly jobs: number;
  /** Opens a cluster for one scenario: a fork of a simulated one, or the existing real one. */
  open(scenario: string): Promise<LegCluster>;
  close(): Promise<void>;
}

/** Cluster of one scenario. */
export interface LegCluster {
  readonly facts: ClusterFacts;
  /** True: objects need not be deleted afterwards. */
  readonly isDisposable: boolean;
  run(command: Command): Promise<Answer>;
  nowMs(): number;
  /** Lets time pass: virtual in a simulated cluster. */
  sleep(ms: number): Promise<void>;
}

/** Names and addresses of a cluster to normalise in its answers. */
export interface ClusterFacts {
  readonly nodes: readonly string[];
  readonly nodeAddresses: readonly string[];
  /** Address, such as `https://10.0.0.1:6443`. */
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
  /** Words without `kubectl` itself. */
  readonly words: readonly string[];
  readonly place: Place;
  readonly stdin?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Place of a scenario's commands. */
export interface Place {
  readonly namespace: string;
  /** Working folder. */
  readonly folder: string;
  readonly home: string;
  readonly kubeconfig: string;
}

/** Outcome of a command. */
export interface Answer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Timeout of one command, ms. */
export const COMMAND_TIMEOUT_MS = 120_000;
