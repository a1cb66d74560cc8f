// Original file: kubedrill/v1/common.proto


/**
 * Parts that spell the answer of a task. Never to be shown to an agent.
 */
export interface Spoilers {
  /**
   * `kubedrill://<app>/<problem>@<digest>?<params>`.
   */
  'uri'?: (string);
  'title'?: (string);
  'tags'?: (string)[];
}

/**
 * Parts that spell the answer of a task. Never to be shown to an agent.
 */
export interface Spoilers__Output {
  /**
   * `kubedrill://<app>/<problem>@<digest>?<params>`.
   */
  'uri'?: (string);
  'title'?: (string);
  'tags'?: (string)[];
}
