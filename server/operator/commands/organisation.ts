/** `npm run organisation -- …`: the organisation’s details, to and from a file. The server may be running. */
import { openInstance } from '../instance.ts'
import { runCommand, runOnServer } from './command.ts'
import { keepOrganisation, parseOrganisationCommand } from './organisation-command.ts'

await runCommand(async (env, log) => {
  const order = parseOrganisationCommand(process.argv.slice(2))
  const done = await runOnServer(env, 'organisation', order)
  if (done !== null) return done
  const { core, database } = await openInstance(env, log)
  try {
    return await keepOrganisation(core, order)
  } finally {
    await database.close()
  }
})
