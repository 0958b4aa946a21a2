/** `npm run admin -- …`: administrators, signing keys, checks and records. The server may be running. */
import { openInstance } from '../instance.ts'
import { administer, parseAdminCommand } from './admin-command.ts'
import { runOnServer, runCommand } from './command.ts'

await runCommand(async (env, log) => {
  const order = parseAdminCommand(process.argv.slice(2))
  const done = await runOnServer(env, 'admin', order)
  if (done !== null) return done
  const { core, database } = await openInstance(env, log)
  try {
    return await administer(core, order)
  } finally {
    await database.close()
  }
})
