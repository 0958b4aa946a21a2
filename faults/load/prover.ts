/**
 * One process that keeps the log and counts gifts, as the jobs of a server do, until it is killed: `node prover.ts URL KEY_FILE [once]`.
 * It says a line once it works, and after each step.
 */
import { openCore } from '../../bench/open-core.ts'
import { makeCheckpoint } from '../../server/proof/log/checkpoints.ts'
import { allocateGifts } from '../../server/proof/log/lots.ts'
import { publishPayments } from '../../server/proof/log/publish.ts'

const [url = '', logKeyFile = '', once] = process.argv.slice(2)
const opened = openCore({ url })
const core = { ...opened.core, env: { ...opened.core.env, logKeyFile } }
const say = () => process.stdout.write('.\n')
say()
do {
  await makeCheckpoint(core)
  say()
  await allocateGifts(core)
  say()
  await publishPayments(core)
  say()
} while (once === undefined)
// Gifts that were in no checkpoint before have their turns now, and what was counted goes into the log.
await allocateGifts(core)
await makeCheckpoint(core)
await opened.close()
