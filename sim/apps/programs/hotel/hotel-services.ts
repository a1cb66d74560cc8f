/** What one hotel program is made of: where it listens, what it needs to start, what it offers. Facts of the application, numbers of the flow model. */
export interface HotelService {
  readonly name: string;
  readonly portSetting: string;
  readonly metricsPort?: number;
  /** The name that it registers with the registry; the frontend registers too. */
  readonly registersAs: string;
  readonly store?: HotelStore;
  readonly startMs: number;
  readonly idleMiB: number;
  readonly mibPer100Rps: number;
  readonly workers: number;
  /** `package.Service` of gRPC; operations are its methods. `http` for the frontend. */
  readonly api: string;
  readonly operations: Readonly<Record<string, HotelOperation>>;
}

/** A MongoDB that the program opens before it listens. */
export interface HotelStore {
  readonly addressSetting: string;
  readonly database: string;
  readonly collection: string;
  /** The programs of two stores sign in; the others send no credentials. */
  readonly credentials?: { readonly user: string; readonly password: string };
}

export interface HotelOperation {
  readonly selfMedianMs: number;
  readonly selfP99Ms: number;
  readonly cpuMs: number;
  /** Made one after another; the first failure ends the request. */
  readonly calls: readonly HotelCall[];
}

export type HotelCall =
  | { readonly kind: "grpc"; readonly service: string; readonly method: string; readonly retries?: "rate" }
  | {
      readonly kind: "cached-store";
      readonly cacheSetting: string;
      readonly command: "find" | "insert";
      /** Share of look-ups that a warm cache answers. */
      readonly hitRatio: number;
      /** What the code does with a cache error that is no miss. */
      readonly onCacheError: "fall-through" | "panic";
    };

const self = (selfMedianMs: number, selfP99Ms: number, cpuMs: number) => ({ selfMedianMs, selfP99Ms, cpuMs });
const grpc = (service: string, method: string, retries?: "rate"): HotelCall => ({
  kind: "grpc",
  service,
  method,
  ...(retries === undefined ? {} : { retries }),
});
const SIGNED_IN = { user: "admin", password: "admin" };

/** The eight programs. */
export const HOTEL_SERVICES: Readonly<Record<string, HotelService>> = {
  frontend: {
    name: "frontend",
    portSetting: "FrontendPort",
    registersAs: "frontend",
    startMs: 1000,
    idleMiB: 14,
    mibPer100Rps: 6,
    workers: 256,
    api: "http",
    operations: {
      "GET /hotels": {
        ...self(1.2, 9, 0.9),
        calls: [grpc("search", "Nearby"), grpc("reservation", "CheckAvailability"), grpc("profile", "GetProfiles")],
      },
      "GET /recommendations": {
        ...self(1.2, 9, 0.9),
        calls: [grpc("recommendation", "GetRecommendations"), grpc("profile", "GetProfiles")],
      },
      "POST /user": { ...self(1.2, 9, 0.9), calls: [grpc("user", "CheckUser")] },
      "POST /reservation": { ...self(1.2, 9, 0.9), calls: [grpc("user", "CheckUser"), grpc("reservation", "MakeReservation")] },
    },
  },
  search: {
    name: "search",
    portSetting: "SearchPort",
    metricsPort: 9092,
    registersAs: "srv-search",
    startMs: 1000,
    idleMiB: 12,
    mibPer100Rps: 4,
    workers: 256,
    api: "search.Search",
    operations: { Nearby: { ...self(0.6, 5, 0.5), calls: [grpc("geo", "Nearby"), grpc("rate", "GetRates", "rate")] } },
  },
  geo: {
    name: "geo",
    portSetting: "GeoPort",
    registersAs: "srv-geo",
    store: { addressSetting: "GeoMongoAddress", database: "geo-db", collection: "geo", credentials: SIGNED_IN },
    startMs: 1500,
    idleMiB: 13,
    mibPer100Rps: 3,
    workers: 256,
    api: "geo.Geo",
    operations: { Nearby: { ...self(0.9, 6, 0.8), calls: [] } },
  },
  rate: {
    name: "rate",
    portSetting: "RatePort",
    metricsPort: 9091,
    registersAs: "srv-rate",
    store: { addressSetting: "RateMongoAddress", database: "rate-db", collection: "inventory", credentials: SIGNED_IN },
    startMs: 1500,
    idleMiB: 13,
    mibPer100Rps: 4,
    workers: 256,
    api: "rate.Rate",
    operations: {
      GetRates: {
        ...self(0.7, 6, 0.6),
        calls: [{ kind: "cached-store", cacheSetting: "RateMemcAddress", command: "find", hitRatio: 0.97, onCacheError: "fall-through" }],
      },
    },
  },
  recommendation: {
    name: "recommendation",
    portSetting: "RecommendPort",
    registersAs: "srv-recommendation",
    store: { addressSetting: "RecommendMongoAddress", database: "recommendation-db", collection: "recommendation" },
    startMs: 1500,
    idleMiB: 13,
    mibPer100Rps: 3,
    workers: 256,
    api: "recommendation.Recommendation",
    operations: { GetRecommendations: { ...self(0.8, 5, 0.7), calls: [] } },
  },
  user: {
    name: "user",
    portSetting: "UserPort",
    registersAs: "srv-user",
    store: { addressSetting: "UserMongoAddress", database: "user-db", collection: "user" },
    startMs: 1500,
    idleMiB: 12,
    mibPer100Rps: 2,
    workers: 256,
    api: "user.User",
    operations: { CheckUser: { ...self(0.4, 3, 0.3), calls: [] } },
  },
  profile: {
    name: "profile",
    portSetting: "ProfilePort",
    registersAs: "srv-profile",
    store: { addressSetting: "ProfileMongoAddress", database: "profile-db", collection: "hotels" },
    startMs: 1500,
    idleMiB: 14,
    mibPer100Rps: 5,
    workers: 256,
    api: "profile.Profile",
    operations: {
      GetProfiles: {
        ...self(0.8, 7, 0.8),
        calls: [
          { kind: "cached-store", cacheSetting: "ProfileMemcAddress", command: "find", hitRatio: 0.98, onCacheError: "fall-through" },
        ],
      },
    },
  },
  reservation: {
    name: "reservation",
    portSetting: "ReservePort",
    registersAs: "srv-reservation",
    store: { addressSetting: "ReserveMongoAddress", database: "reservation-db", collection: "reservation" },
    startMs: 1500,
    idleMiB: 14,
    mibPer100Rps: 5,
    workers: 256,
    api: "reservation.Reservation",
    operations: {
      CheckAvailability: {
        ...self(1, 9, 0.9),
        calls: [{ kind: "cached-store", cacheSetting: "ReserveMemcAddress", command: "find", hitRatio: 0.9, onCacheError: "panic" }],
      },
      MakeReservation: {
        ...self(1, 9, 0.9),
        calls: [{ kind: "cached-store", cacheSetting: "ReserveMemcAddress", command: "insert", hitRatio: 0, onCacheError: "panic" }],
      },
    },
  },
};

/** The hotel program that a process runs; undefined for any other. */
export const hotelServiceOf = (program: string): HotelService | undefined => BY_PROGRAM.get(program);

const BY_PROGRAM: ReadonlyMap<string, HotelService> = new Map(
  Object.values(HOTEL_SERVICES).map((service) => [`hotel/${service.name}`, service]),
);
