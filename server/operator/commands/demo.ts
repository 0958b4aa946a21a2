/** `npm run demo`: fills an empty sandbox instance with believable gifts. The server may be running. */
import { openInstance } from '../instance.ts'
import { runOnServer, runCommand } from './command.ts'
import { fillWithDemo, requireSandbox } from '../demo/demo.ts'

await runCommand(async (env, log) => {
  requireSandbox(env)
  process.stdout.write('Filling the sandbox: this takes a few minutes …\n')
  const done = await runOnServer(env, 'demo')
  if (done !== null) return done
  const { core, database } = await openInstance(env, log)
  try {
    return await fillWithDemo(core)
  } finally {
    await database.close()
  }
})
