/** Ports of products where an address names none. */
export const DEFAULT_PORTS = {
  memcached: 11211,
  redis: 6379,
  mongodb: 27017,
  postgresql: 5432,
  mysql: 3306,
  kafka: 9092,
  rabbitmq: 5672,
} as const;
