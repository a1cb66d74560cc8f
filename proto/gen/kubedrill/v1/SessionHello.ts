// Original file: kubedrill/v1/environment.proto


export interface SessionHello {
  /**
   * Name of the client, for logs. Missing: none.
   */
  'client'?: (string);
  /**
   * The end of the stream closes the episodes that were started in it, after 30 s of grace. Missing: false.
   */
  'closeOnDisconnect'?: (boolean);
  /**
   * Frames in flight that the client wants. Missing: the server's maximum.
   */
  'window'?: (number);
}

export interface SessionHello__Output {
  /**
   * Name of the client, for logs. Missing: none.
   */
  'client'?: (string);
  /**
   * The end of the stream closes the episodes that were started in it, after 30 s of grace. Missing: false.
   */
  'closeOnDisconnect'?: (boolean);
  /**
   * Frames in flight that the client wants. Missing: the server's maximum.
   */
  'window'?: (number);
}
