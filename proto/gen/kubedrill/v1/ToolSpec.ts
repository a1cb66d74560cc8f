// Original file: kubedrill/v1/common.proto


/**
 * A tool that the agent may call.
 */
export interface ToolSpec {
  /**
   * Identifier; never `reset`, `step`, `state`, `close`, `reward` or `observe`.
   */
  'name'?: (string);
  /**
   * Agent-visible description.
   */
  'description'?: (string);
  /**
   * JSON Schema of the arguments.
   */
  'inputSchemaJson'?: (string);
  /**
   * May change the world. Missing: false.
   */
  'mutating'?: (boolean);
  /**
   * Bound of its answer in bytes, by the max_observation_bytes of the episode; several answers of one step share it. Missing: no bound
   * but that of the view.
   */
  'contentMaxBytes'?: (number);
}

/**
 * A tool that the agent may call.
 */
export interface ToolSpec__Output {
  /**
   * Identifier; never `reset`, `step`, `state`, `close`, `reward` or `observe`.
   */
  'name'?: (string);
  /**
   * Agent-visible description.
   */
  'description'?: (string);
  /**
   * JSON Schema of the arguments.
   */
  'inputSchemaJson'?: (string);
  /**
   * May change the world. Missing: false.
   */
  'mutating'?: (boolean);
  /**
   * Bound of its answer in bytes, by the max_observation_bytes of the episode; several answers of one step share it. Missing: no bound
   * but that of the view.
   */
  'contentMaxBytes'?: (number);
}
