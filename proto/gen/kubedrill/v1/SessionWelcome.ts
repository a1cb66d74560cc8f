// Original file: kubedrill/v1/environment.proto


export interface SessionWelcome {
  'sessionId'?: (string);
  /**
   * Frames in flight that the server takes; more are answered with `SESSION_WINDOW_FULL`.
   */
  'window'?: (number);
}

export interface SessionWelcome__Output {
  'sessionId'?: (string);
  /**
   * Frames in flight that the server takes; more are answered with `SESSION_WINDOW_FULL`.
   */
  'window'?: (number);
}
