import { Pool, type PoolClient, type PoolConfig } from 'pg';

type OnConnect = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/**
 * Connections of the Socket.IO adapter, apart from those of queries. The adapter checks a client out to LISTEN, and never releases
 * the ones that it has lost. This pool does: at most one client listens.
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

  /** Whether a client listens, which is not so while a lost one is replaced. */
  isListening(): boolean {
    return this.#listener !== undefined;
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnect: OnConnect): void;
  override connect(onConnect?: OnConnect): Promise<PoolClient> | void {
    // `query` passes a callback and releases the client itself; the adapter calls this without one.
    return onConnect ? super.connect(onConnect) : this.#listen();
  }

  async #listen(): Promise<PoolClient> {
    const client = await super.connect();
    // The adapter connects again after a LISTEN that failed, which leaves a client, too.
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
