/** Parameters: a Deployment, and the canary of it that was left. */
export interface Params {
  readonly target: string;
  readonly canary: string;
  readonly replicas: number;
  /** Label that the canary's pods have besides. */
  readonly key: string;
  readonly value: string;
  /** Image of the Deployment. */
  readonly from: string;
  /** Tag of the canary's build. */
  readonly tag: string;
  /** Absolute path of the program with the defect. */
  readonly program: string;
  /** Share of the canary's requests that fail, with the error. */
  readonly share: number;
  readonly error: string;
}
