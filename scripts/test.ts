/** `npm test`: every test there is. Its last line is `N passed, N failed`, or with `, N skipped`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const Counts = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
})

const folder = mkdtempSync(join(tmpdir(), 'taimako-test-'))
const report = join(folder, 'report.json')
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
const counts = readCounts()
rmSync(folder, { recursive: true, force: true })
// A run that fails without a failing test (a file that does not load, an unhandled error) has failed all the same.
const failed = status === 0 ? counts.numFailedTests : Math.max(1, counts.numFailedTests)
const skipped = counts.numPendingTests + counts.numTodoTests
process.stdout.write(`${counts.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0

function readCounts(): z.output<typeof Counts> {
  try {
    return Counts.parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  }
}
