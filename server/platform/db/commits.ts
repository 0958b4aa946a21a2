/** Whether something can be committed: asked by a commit that leaves no row (decision 0079). */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { seconds } from '../clock.ts'
import { onlyRow, type Db } from './db.ts'

/** A load balancer waits little longer. */
const WITHIN_MILLISECONDS = seconds(3)

const Asked = z.object({ read_only: z.boolean(), stuck: z.boolean() })

/**
 * A message in the write-ahead log, which nobody reads, is committed as a gift is: it waits for the synchronous standby. One that still waits,
 * of whichever process, answers for the next, so that a connection of the server is held once and not by each question.
 */
const COMMIT = sql`
  select read_only, stuck, case when not read_only and not stuck then pg_logical_emit_message(true, 'taimako commits', '') end
    from (select current_setting('transaction_read_only')::boolean as read_only,
                 exists (select from pg_stat_activity
                          where wait_event = 'SyncRep' and query like '%taimako commits%'
                            and query_start < clock_timestamp() - interval '2 seconds') as stuck) as state`

/** @returns asks whether a commit is made within 3 seconds; callers that come meanwhile share the question. It throws where the database does not answer */
export function commitProbe(db: Db): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const ask = async () => {
    const { read_only: isReadOnly, stuck: isStuck } = await onlyRow(db, COMMIT, Asked)
    return !isReadOnly && !isStuck
  }
  return () => {
    running ??= ask().finally(() => (running = undefined))
    return Promise.race([running, pause(WITHIN_MILLISECONDS, false, { ref: false })])
  }
}
