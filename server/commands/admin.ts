/** `npm run admin -- …`: administrators and signing keys. The server may be running. */
import { openInstance } from '../instance.ts'
import { administer, readOrder } from './administer.ts'
import { askServer, runCommand } from './command.ts'

await runCommand(async (env, log) => {
  const order = readOrder(process.argv.slice(2))
  const done = await askServer(env, 'admin', order)
  if (done !== null) return done
  const { core, database } = await openInstance(env, log)
  try {
    return await administer(core, order)
  } finally {
    await database.close()
  }
})
