/** `npm run log -- …`: the public log's key and checkpoints. The server may be running. */
import { openInstance } from '../instance.ts'
import { runCommand, runOnServer } from './command.ts'
import { keepLog, parseLogCommand } from './log-command.ts'

await runCommand(async (env, log) => {
  const order = parseLogCommand(process.argv.slice(2))
  const done = await runOnServer(env, 'log', order)
  if (done !== null) return done
  const { core, database } = await openInstance(env, log)
  try {
    return await keepLog(core, order)
  } finally {
    await database.close()
  }
})
