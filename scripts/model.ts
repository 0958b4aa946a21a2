/** `npm run model`: 200 random sequences of paying out (server/aid/awards/model.test.ts). `npm test` runs two of them. SEED says where they begin. */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'server/aid/awards/model.test.ts'], {
  env: { MODEL_RUNS: '200', ...process.env },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
