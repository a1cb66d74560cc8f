// Original file: kubedrill/v1/environment.proto


export interface ValidateError {
  'type'?: (string);
  'data'?: (string);
}

export interface ValidateError__Output {
  'type'?: (string);
  'data'?: (string);
}
