// Original file: kubedrill/v1/environment.proto


/**
 * Access to the Kubernetes API of one episode. Calls there take virtual time, and are recorded with the episode.
 */
export interface Kubeconfig {
  /**
   * YAML, as kubectl and client libraries read it. Whoever holds it is the agent.
   */
  'kubeconfig'?: (string);
  /**
   * Address of the API server in it.
   */
  'kubeApiUrl'?: (string);
  /**
   * Bearer token in it.
   */
  'token'?: (string);
}

/**
 * Access to the Kubernetes API of one episode. Calls there take virtual time, and are recorded with the episode.
 */
export interface Kubeconfig__Output {
  /**
   * YAML, as kubectl and client libraries read it. Whoever holds it is the agent.
   */
  'kubeconfig'?: (string);
  /**
   * Address of the API server in it.
   */
  'kubeApiUrl'?: (string);
  /**
   * Bearer token in it.
   */
  'token'?: (string);
}
