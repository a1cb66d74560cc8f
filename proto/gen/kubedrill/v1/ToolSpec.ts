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
   * Bound of its answer in bytes. Missing: max_observation_bytes.
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
   * Bound of its answer in bytes. Missing: max_observation_bytes.
   */
  'contentMaxBytes'?: (number);
}
