// Original file: kubedrill/v1/common.proto


/**
 * Description of a view.
 */
export interface ViewSpec {
  /**
   * Name to ask for.
   */
  'name'?: (string);
  /**
   * `text/plain`, `application/json` or `application/x-tensor`.
   */
  'mediaType'?: (string);
  /**
   * JSON Schema, or `{dtype, shape, low, high}` of a tensor; the shape may hold one -1. Missing: free text.
   */
  'schemaJson'?: (string);
  /**
   * Same build, seed and actions give the same bytes. Missing: false.
   */
  'deterministic'?: (boolean);
  /**
   * May be shown to a policy. Missing: false.
   */
  'agentVisible'?: (boolean);
  /**
   * Body that clients return when the episode was lost. Missing: an empty body.
   */
  'defaultJson'?: (string);
}

/**
 * Description of a view.
 */
export interface ViewSpec__Output {
  /**
   * Name to ask for.
   */
  'name'?: (string);
  /**
   * `text/plain`, `application/json` or `application/x-tensor`.
   */
  'mediaType'?: (string);
  /**
   * JSON Schema, or `{dtype, shape, low, high}` of a tensor; the shape may hold one -1. Missing: free text.
   */
  'schemaJson'?: (string);
  /**
   * Same build, seed and actions give the same bytes. Missing: false.
   */
  'deterministic'?: (boolean);
  /**
   * May be shown to a policy. Missing: false.
   */
  'agentVisible'?: (boolean);
  /**
   * Body that clients return when the episode was lost. Missing: an empty body.
   */
  'defaultJson'?: (string);
}
