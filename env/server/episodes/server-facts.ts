import type { BackendName } from "#pool/backend.ts";

/** What a server is and offers; fixed while it runs. */
export interface ServerFacts {
  readonly serverVersion: string;
  /** Digest of the code and data that decide an episode: equal digests replay each other's episodes. */
  readonly buildDigest: string;
  /** Node and V8 version and CPU architecture: equal digests mean equal episodes on equal runtimes only. */
  readonly runtime: string;
  readonly backend: BackendName;
  readonly views: readonly ViewSpec[];
  readonly rewardProfiles: readonly string[];
  /** Component names that reward weights may use. */
  readonly rewardComponents: readonly string[];
  readonly toolProfiles: readonly string[];
  readonly splits: readonly string[];
}

/** A view that may be asked for. */
export interface ViewSpec {
  readonly name: string;
  readonly mediaType: string;
  readonly schemaJson?: string;
  readonly deterministic: boolean;
  readonly agentVisible: boolean;
  readonly defaultJson?: string;
}
