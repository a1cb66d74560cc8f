import type { ByteLink } from "../byte-link.ts";
import { createHeaderCodec } from "./header-codec.ts";

/** Server side of a SPDY/3.1 connection, as far as Kubernetes uses it: many streams, no flow control. */
export interface SpdyConnection {
  /** Sends data on a stream; `isLast` closes this side of it. */
  send(stream: number, bytes: Buffer, isLast: boolean): void;
  close(): void;
}

/** Events of a connection. */
export interface SpdyEvents {
  opened(stream: number, headers: ReadonlyMap<string, string>): void;
  data(stream: number, bytes: Buffer): void;
  /** The client has closed its side of the stream. */
  ended(stream: number): void;
  /** The client has reset the stream. */
  reset(stream: number): void;
  closed(): void;
}

/** Serves SPDY over a connection. A violation of the protocol closes it. */
export const serveSpdy = (link: ByteLink, events: SpdyEvents): SpdyConnection => {
  const codec = createHeaderCodec();
  let pending: Buffer = Buffer.alloc(0);
  let turn: Promise<void> = Promise.resolve();
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    link.close();
    codec.close();
    events.closed();
  };
  const take = async (frame: Frame): Promise<void> => {
    if (isClosed) return;
    if (frame.kind === "data") {
      if (frame.payload.length > 0) events.data(frame.stream, frame.payload);
      if (frame.isLast) events.ended(frame.stream);
      return;
    }
    const { type, flags, payload } = frame;
    if (type === PING) return link.send(controlFrame(PING, 0, payload));
    if (type === GO_AWAY) return close();
    const stream = payload.length >= 4 ? payload.readUInt32BE(0) & ID_MASK : 0;
    if (type === RST_STREAM) return events.reset(stream);
    if (type !== SYN_STREAM) return;
    const headers = await codec.decode(payload.subarray(SYN_HEAD_BYTES));
    const reply = await codec.encode({});
    link.send(controlFrame(SYN_REPLY, 0, Buffer.concat([payload.subarray(0, 4), reply])));
    events.opened(stream, headers);
    if ((flags & FIN) !== 0) events.ended(stream);
  };
  link.onData((bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (let frame = takeFrame(pending); frame !== undefined; frame = takeFrame(pending)) {
      pending = pending.subarray(frame.length);
      if (frame.length > FRAME_BYTES_MAX) return close();
      const next = frame;
      turn = turn.then(() => take(next)).catch(close);
    }
    if (pending.length > FRAME_BYTES_MAX) close();
  });
  link.onClose(close);
  return {
    send: (stream, bytes, isLast) => {
      if (!isClosed) link.send(dataFrame(stream, bytes, isLast));
    },
    close,
  };
};

const SYN_STREAM = 1;
const SYN_REPLY = 2;
const RST_STREAM = 3;
const PING = 6;
const GO_AWAY = 7;
const FIN = 1;
const ID_MASK = 0x7f_ff_ff_ff;
const HEAD_BYTES = 8;

/** Size of the fields before the headers: stream, associated stream, priority and slot, bytes. */
const SYN_HEAD_BYTES = 10;
const FRAME_BYTES_MAX = 4 * 1024 * 1024;

type Frame = { readonly length: number; readonly payload: Buffer } & (
  | { readonly kind: "data"; readonly stream: number; readonly isLast: boolean }
  | { readonly kind: "control"; readonly type: number; readonly flags: number }
);

const takeFrame = (bytes: Buffer): Frame | undefined => {
  if (bytes.length < HEAD_BYTES) return undefined;
  const first = bytes.readUInt32BE(0);
  const flags = bytes.readUInt8(4);
  const length = HEAD_BYTES + bytes.readUIntBE(5, 3);
  if (bytes.length < length) return undefined;
  const payload = bytes.subarray(HEAD_BYTES, length);
  return first >>> 31 === 0
    ? { kind: "data", stream: first, isLast: (flags & FIN) !== 0, length, payload }
    : { kind: "control", type: first & 0xff_ff, flags, length, payload };
};

const controlFrame = (type: number, flags: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(0x80_03, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
};

const dataFrame = (stream: number, payload: Buffer, isLast: boolean): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(stream, 0);
  head.writeUInt8(isLast ? FIN : 0, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
};
