import { Pool, type PoolClient, type PoolConfig } from 'pg';

type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/**
 * Connection pool of the Socket.IO adapter, separate from queries. The adapter checks a client out to LISTEN and never releases
 * lost clients. This pool releases them, so that a single client listens at most.
 * @see https://socket.io/docs/v4/postgres-adapter/
 */
export class BroadcastPool extends Pool {
  #listener: PoolClient | undefined;

  constructor(config: PoolConfig) {
    super({ ...config, max: 4 });
    this.on('release', (_error, client) => {
      if (client === this.#listener) this.#listener = undefined;
    });
  }

  /** Whether a client listens. False while a lost client is replaced. */
  isListening(): boolean {
    return this.#listener !== undefined;
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnect: OnConnect): void;
  override connect(onConnect?: OnConnect): Promise<PoolClient> | void {
    // `query` passes a callback and releases the client itself; the adapter passes none.
    return onConnect ? super.connect(onConnect) : this.#listen();
  }

  async #listen(): Promise<PoolClient> {
    const client = await super.connect();
    // The adapter also reconnects after a failed LISTEN, and leaves its client behind.
    this.#discard();
    this.#listener = client;
    client.once('end', () => {
      if (client === this.#listener) this.#discard();
    });
    return client;
  }

  #discard(): void {
    this.#listener?.removeAllListeners('end').release(true);
  }
}
