// Original file: kubedrill/v1/common.proto

/**
 * The kind of world that an episode runs in.
 */
export const Backend = {
  /**
   * In requests: any backend that has capacity.
   */
  BACKEND_UNSPECIFIED: 'BACKEND_UNSPECIFIED',
  /**
   * A simulated cluster in virtual time.
   */
  BACKEND_SIM: 'BACKEND_SIM',
  /**
   * A leased set of namespaces in a real cluster.
   */
  BACKEND_NAMESPACES: 'BACKEND_NAMESPACES',
  /**
   * A whole kind cluster.
   */
  BACKEND_KIND: 'BACKEND_KIND',
} as const;

/**
 * The kind of world that an episode runs in.
 */
export type Backend =
  /**
   * In requests: any backend that has capacity.
   */
  | 'BACKEND_UNSPECIFIED'
  | 0
  /**
   * A simulated cluster in virtual time.
   */
  | 'BACKEND_SIM'
  | 1
  /**
   * A leased set of namespaces in a real cluster.
   */
  | 'BACKEND_NAMESPACES'
  | 2
  /**
   * A whole kind cluster.
   */
  | 'BACKEND_KIND'
  | 3

/**
 * The kind of world that an episode runs in.
 */
export type Backend__Output = typeof Backend[keyof typeof Backend]
