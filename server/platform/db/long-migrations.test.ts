/** A migration of a large table takes longer than any other statement may. */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { SECRET_KEY } from '../../../test/support/process.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { readEnv } from '../env/env.ts'
import { openInstance } from '../../operator/instance.ts'
import { createLog } from '../logger.ts'

test('a migration that takes longer than a statement may is applied', async () => {
  const url = await newPostgresDatabase('nothing')
  const owner = new Client({ connectionString: url })
  await owner.connect()
  // Statements after the first tables take longer than the limit.
  await owner.query(`
    create function take_long() returns event_trigger language plpgsql as $$
      begin if to_regclass('outgoing_text_messages') is null and to_regclass('jobs') is not null then perform pg_sleep(1.1); end if; end $$;
    create event trigger slow on ddl_command_end when tag in ('CREATE TABLE') execute function take_long()`)
  const limited = new URL(url)
  limited.searchParams.set('statement_timeout', '1000')
  const instance = await openInstance(readEnv({ DATABASE_URL: limited.href, SECRET_KEY }), createLog('silent'))
  await instance.database.close()
  await owner.end()
  expect(instance.migrated[0]).toBe('0001_platform.sql')
})
