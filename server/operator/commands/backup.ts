/** `npm run backup -- FILE`: the whole database and storage, in one format for both engines. The server may be running. */
import { resolve } from 'node:path'
import { systemClock } from '../../platform/clock.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import { runOnServer, backupArguments, requireDataFolder, runCommand, withDatabase } from './command.ts'
import { backUp } from './control-handlers.ts'

await runCommand(async (env, log) => {
  const { path, force } = backupArguments(process.argv.slice(2))
  const file = resolve(path)
  requireDataFolder(env)
  const done = await runOnServer(env, 'backup', { file, replace: force })
  return done ?? withDatabase(env, log, ({ db }) => backUp(db, file, systemClock.now(), createStorage(env), force))
})
