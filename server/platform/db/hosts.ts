/**
 * Several hosts of one database, of which one takes writes. They are tried in turn whenever a connection is opened, beginning with the
 * last that took one, so that after a failover each process finds the new primary without a restart.
 */
import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg'
import { z } from 'zod'
import { isDatabaseUnavailable, isPoolExhausted, READ_ONLY } from './errors.ts'

/** Shared by the pools of a process. */
export interface Hosts {
  /** An address for each. */
  readonly urls: readonly string[]
  /** The place of the one that is tried first. */
  turn: number
}

type Connected = Parameters<Pool['connect']>[0]

/** With a limit of its own: the time to connect is over by then. */
const IS_READ_ONLY = {
  text: `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`,
  query_timeout: 5_000,
}
const Answer = z.tuple([z.object({ read_only: z.boolean() })])

async function refuseReadOnly(client: ClientBase): Promise<void> {
  const [{ read_only: isReadOnly }] = Answer.parse((await client.query(IS_READ_ONLY)).rows)
  if (isReadOnly) throw Object.assign(new Error('this host takes no writes'), { code: READ_ONLY })
}

export class PoolOfHosts extends Pool {
  readonly #hosts: Hosts

  constructor(hosts: Hosts, options: PoolConfig) {
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, whatever its type says
    super({ ...options, onConnect: refuseReadOnly })
    this.#hosts = hosts
  }

  override connect(): Promise<PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<PoolClient> | void {
    const opening = this.#tryInTurn()
    if (!connected) return opening
    opening.then(
      (client) => connected(undefined, client, (fault) => client.release(fault)),
      (error: Error) => connected(error, undefined, () => {}),
    )
  }

  async #tryInTurn(): Promise<PoolClient> {
    const hosts = this.#hosts
    for (let left = hosts.urls.length; ; left -= 1) {
      const { turn } = hosts
      this.options.connectionString = hosts.urls[turn]
      try {
        return await super.connect()
      } catch (error) {
        if (!isDatabaseUnavailable(error) || isPoolExhausted(error)) throw error
        // Unless another connection has passed it on already.
        if (hosts.turn === turn) hosts.turn = (turn + 1) % hosts.urls.length
        if (left === 1) throw error
      }
    }
  }
}
