import { MONGOD } from "../../stores/mongo/server/mongod.ts";
import type { Program } from "../runtime/program.ts";
import { CONSUL } from "./consul/consul.ts";
import { createHotelProgram } from "./hotel/hotel-program.ts";
import { HOTEL_SERVICES } from "./hotel/hotel-services.ts";
import { JAEGER, MEMCACHED } from "./small-programs.ts";

/** The programs of applications, by what the image catalogue calls them. They can be played outside of a simulated world too. */
export const APP_PROGRAMS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(Object.values(HOTEL_SERVICES).map((service) => [`hotel/${service.name}`, createHotelProgram(service)])),
  mongod: MONGOD,
  memcached: MEMCACHED,
  consul: CONSUL,
  jaeger: JAEGER,
};
