/** Port in the setting of a server: `80`, `:80` or `0.0.0.0:80`; 0 where it has none. */
export const listenPort = (setting: string): number => Number(LISTEN_PORT.exec(setting)?.[1] ?? 0);

/** The setting of a server with another port. */
export const withListenPort = (setting: string, port: number): string => setting.replace(/\d+$/, `${port}`);

const LISTEN_PORT = /^(?:[^:]*:)?(\d+)$/;
