// Original file: kubedrill/v1/environment.proto


export interface GetServerInfoRequest {
}

export interface GetServerInfoRequest__Output {
}
