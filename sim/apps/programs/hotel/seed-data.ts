import type { MongoDocument } from "../../../stores/mongo/server/mongo-data.ts";

const HOTEL_NAMES = ["Clift Hotel", "W San Francisco", "Hotel Zetta", "Hotel Vitale", "Phoenix Hotel", "St. Regis San Francisco"];

const hotels = <T>(make: (id: string) => T): readonly T[] => Array.from({ length: 80 }, (_, index) => make(`${index + 1}`));

const coordinate = (base: number, id: string, step: number): number =>
  Math.round((base + ((Number(id) * 7) % 11) * step) * 10_000) / 10_000;

/** Documents that a hotel program writes into its store's collections when they are empty, by `database.collection`. */
export const SEED_DATA: Readonly<Record<string, readonly MongoDocument[]>> = {
  "geo-db.geo": hotels((id) => ({ hotelId: id, lat: coordinate(37.7867, id, 0.0087), lon: coordinate(-122.4071, id, 0.0113) })),
  "profile-db.hotels": hotels((id) => ({
    id,
    name: `${HOTEL_NAMES[Number(id) % HOTEL_NAMES.length]} ${id}`,
    phoneNumber: `(415) 284-40${id.padStart(2, "0")}`,
    description: "A boutique hotel close to the centre.",
    address: {
      streetNumber: id,
      streetName: "Market St",
      city: "San Francisco",
      state: "CA",
      country: "United States",
      postalCode: "94103",
      lat: coordinate(37.7867, id, 0.0087),
      lon: coordinate(-122.4071, id, 0.0113),
    },
  })),
  "rate-db.inventory": hotels((id) => ({
    hotelId: id,
    code: "RACK",
    inDate: "2015-04-09",
    outDate: "2015-04-24",
    roomType: {
      bookableRate: 109 + (Number(id) % 5) * 20,
      code: "KNG",
      description: "King sized bed",
      totalRate: 123 + (Number(id) % 5) * 20,
    },
  })).filter((_, index) => index % 3 === 0),
  "recommendation-db.recommendation": hotels((id) => ({
    hotelId: id,
    lat: coordinate(37.7867, id, 0.0087),
    lon: coordinate(-122.4071, id, 0.0113),
    rate: 109 + (Number(id) % 5) * 20,
    price: 150 + (Number(id) % 7) * 10,
  })),
  "user-db.user": Array.from({ length: 501 }, (_, index) => ({ username: `Cornell_${index}`, password: `${index}`.repeat(10) })),
  "reservation-db.reservation": [{ hotelId: "4", customerName: "Alice", inDate: "2015-04-09", outDate: "2015-04-10", number: 1 }],
};
