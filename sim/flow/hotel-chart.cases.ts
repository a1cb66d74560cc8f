import { type LoadedApp, loadApps } from "#env/catalogue/load-apps.ts";

/** The chart of hotel-reservation with all that is known of it. */
export type HotelChart = Pick<LoadedApp, "values" | "record" | "behaviour">;

/** Reads the chart of hotel-reservation. */
export const readHotelChart = async (): Promise<HotelChart> => {
  const app = (await loadApps()).find(({ record }) => record.name === "hotel-reservation");
  if (app === undefined) throw new Error("the chart of hotel-reservation is missing");
  return app;
};
