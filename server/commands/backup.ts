/** `npm run backup -- FILE`: everything in the database and the storage, in one format for both engines. The server may go on running. */
import { resolve } from 'node:path'
import { systemClock } from '../lib/clock.ts'
import { createStorage } from '../lib/storage/create-storage.ts'
import { runOnServer, fileArgument, requireDataFolder, runCommand, withDatabase } from './command.ts'
import { backUp } from './control-handlers.ts'

await runCommand(async (env, log) => {
  const file = resolve(fileArgument('backup'))
  requireDataFolder(env)
  const done = await runOnServer(env, 'backup', { file })
  return done ?? withDatabase(env, log, ({ db }) => backUp(db, file, systemClock.now(), createStorage(env)))
})
