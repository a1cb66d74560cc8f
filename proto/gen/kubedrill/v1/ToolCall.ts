// Original file: kubedrill/v1/common.proto


/**
 * A call of a tool.
 */
export interface ToolCall {
  /**
   * Name of the tool. An unknown name is an observation, not a failed call.
   */
  'name'?: (string);
  /**
   * The model's exact argument text; unparsable JSON is an observation, not a failed call. Missing: {}.
   */
  'argumentsJson'?: (string);
}

/**
 * A call of a tool.
 */
export interface ToolCall__Output {
  /**
   * Name of the tool. An unknown name is an observation, not a failed call.
   */
  'name'?: (string);
  /**
   * The model's exact argument text; unparsable JSON is an observation, not a failed call. Missing: {}.
   */
  'argumentsJson'?: (string);
}
