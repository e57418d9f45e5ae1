import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';

import ipaddr from 'ipaddr.js';

export interface Credential {
  username: string;
  credential: string;
}

interface Reply {
  /** Code of the error; 0 after success. */
  code: number;
  attributes: Map<number, Buffer>;
}

const COOKIE = 0x2112a442;
const ALLOCATE = 0x003;
const REFRESH = 0x004;
const PERMIT = 0x008;
const BIND = 0x009;
const IS_ERROR = 0x110;

const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const CHANNEL = 0x000c;
const LIFETIME = 0x000d;
const PEER = 0x0012;
const REALM = 0x0014;
const NONCE = 0x0015;
const FAMILY = 0x0017;
const TRANSPORT = 0x0019;

/** Sends single requests to a TURN server on this machine, and returns their error codes (RFC 8656). */
export class TurnClient {
  readonly #credential: Credential | undefined;
  readonly #send: (message: Buffer) => void;
  readonly #socket: UdpSocket | Socket;
  readonly #waiting = new Map<string, (message: Buffer) => void>();
  readonly #failed: Promise<never>;
  #realm: Buffer = Buffer.alloc(0);
  #nonce: Buffer = Buffer.alloc(0);
  #channel = 0x4000;

  constructor(port: number, transport: 'udp' | 'tcp', credential?: Credential, host = '127.0.0.1') {
    this.#credential = credential;
    const socket =
      transport === 'udp' ? createSocket(host.includes(':') ? 'udp6' : 'udp4') : connect({ port, host, noDelay: true });
    this.#socket = socket;
    this.#send =
      'bind' in socket ? (message) => socket.send(message, port, host) : (message) => void socket.write(message);
    // Another address for each client: coturn keeps an old allocation of the same address and port.
    if ('bind' in socket && host === '127.0.0.1') socket.bind({ address: `127.${[...randomBytes(3)].join('.')}` });
    this.#failed = new Promise((_, fail) => socket.on('error', fail));
    this.#failed.catch(() => {});
    // Each response arrives whole: it fits in a single datagram or chunk.
    const take = (message: Buffer): void => this.#waiting.get(message.toString('hex', 8, 20))?.(message);
    socket.on('bind' in socket ? 'message' : 'data', take);
  }

  /** @returns 0, or the code of the error */
  async allocate(family: 'IPv4' | 'IPv6' = 'IPv4'): Promise<number> {
    const [ours, theirs] = [Buffer.from([17, 0, 0, 0]), Buffer.from([family === 'IPv4' ? 1 : 2, 0, 0, 0])];
    return (await this.#ask(ALLOCATE, [[TRANSPORT, ours], ...(family === 'IPv6' ? [[FAMILY, theirs] as const] : [])]))
      .code;
  }

  /** Refreshes the allocation. @returns 0, or the code of the error */
  async refresh(): Promise<number> {
    return (await this.#ask(REFRESH, [[LIFETIME, Buffer.from([0, 0, 2, 0])]])).code;
  }

  /** Requests a permission for a peer. @returns 0, or the code of the error */
  async permit(peer: string): Promise<number> {
    return (await this.#ask(PERMIT, [[PEER, peer]])).code;
  }

  /** Binds a channel to a peer. @returns 0, or the code of the error */
  async bind(peer: string): Promise<number> {
    return (
      await this.#ask(BIND, [
        [CHANNEL, numbers(2, this.#channel++, 0)],
        [PEER, peer],
      ])
    ).code;
  }

  /** Resets a TCP connection, as a failure would. */
  abort(): void {
    if ('resetAndDestroy' in this.#socket) this.#socket.resetAndDestroy();
  }

  close(): void {
    if ('bind' in this.#socket) this.#socket.close();
    else this.#socket.destroy();
  }

  /** Sends a request, and repeats it with the credential or a newer nonce if the server demands that. */
  async #ask(method: number, attributes: (readonly [type: number, value: Buffer | string])[]): Promise<Reply> {
    const reply = await this.#tell(method, attributes);
    const isAsked = (reply.code === 401 && this.#nonce.length === 0) || reply.code === 438;
    if (!this.#credential || !isAsked) return reply;
    this.#realm = reply.attributes.get(REALM)!;
    this.#nonce = reply.attributes.get(NONCE)!;
    return this.#tell(method, attributes);
  }

  async #tell(method: number, attributes: (readonly [type: number, value: Buffer | string])[]): Promise<Reply> {
    const id = randomBytes(12);
    const values = attributes.map(([type, value]): Attribute => [
      type,
      typeof value === 'string' ? hidden(value, id) : value,
    ]);
    const message = this.#nonce.length ? this.#signed(method, id, values) : pack(method, id, values);
    const answer = new Promise<Buffer>((done) => this.#waiting.set(id.toString('hex'), done));
    this.#send(message);
    return unpack(await Promise.race([answer, this.#failed]));
  }

  #signed(method: number, id: Buffer, attributes: Attribute[]): Buffer {
    const { username, credential } = this.#credential!;
    const key = createHash('md5').update(`${username}:${this.#realm.toString()}:${credential}`).digest();
    const named: Attribute[] = [
      ...attributes,
      [USERNAME, Buffer.from(username)],
      [REALM, this.#realm],
      [NONCE, this.#nonce],
    ];
    const size = 24;
    const before = pack(method, id, [...named, [INTEGRITY, Buffer.alloc(20)]]).subarray(0, -size);
    return pack(method, id, [...named, [INTEGRITY, createHmac('sha1', key).update(before).digest()]]);
  }
}

type Attribute = [type: number, value: Buffer];

function pack(method: number, id: Buffer, attributes: Attribute[]): Buffer {
  const parts = attributes.flatMap(([type, value]) => [
    numbers(2, type, value.length),
    value,
    Buffer.alloc(-value.length & 3),
  ]);
  const body = Buffer.concat(parts);
  return Buffer.concat([numbers(2, method, body.length), numbers(4, COOKIE), id, body]);
}

function unpack(message: Buffer): Reply {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at < message.length;) {
    const length = message.readUInt16BE(at + 2);
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + (-length & 3);
  }
  const error = attributes.get(ERROR_CODE);
  const isError = (message.readUInt16BE(0) & IS_ERROR) === IS_ERROR;
  return { code: isError && error ? error[2]! * 100 + error[3]! : 0, attributes };
}

/** Value of XOR-PEER-ADDRESS for an address, with port 9. */
function hidden(address: string, id: Buffer): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const mask = Buffer.concat([numbers(4, COOKIE), id]);
  return Buffer.concat([
    Buffer.from([0, bytes.length === 4 ? 1 : 2]),
    numbers(2, 9 ^ (COOKIE >>> 16)),
    bytes.map((byte, at) => byte ^ mask[at]!),
  ]);
}

function numbers(size: 2 | 4, ...values: number[]): Buffer {
  const buffer = Buffer.alloc(size * values.length);
  values.forEach((value, at) => buffer.writeUIntBE(value, at * size, size));
  return buffer;
}
