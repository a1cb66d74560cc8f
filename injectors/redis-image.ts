/** True of an image of Redis or Valkey. */
export const isRedisImage = (image: string): boolean => /(?:^|\/)(?:redis|valkey)(?::|$)/.test(image);

/** Client that an image of Redis or Valkey has. */
export const redisClient = (image: string): string => (image.includes("valkey") ? "valkey-cli" : "redis-cli");
