/**
 * `npm run nightly`: what is too long for `npm test`, one step after another: the short form of every fault, every row of the bench in
 * short rounds, the model's long run, and the tests that `npm test` leaves out (CONTRIBUTING.md lists them). `-- STEP …` runs only these.
 * A run of all writes scripts/nightly.md after each step: one that is cut short still says how far it came. Exits with 1 if a step failed.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROWS } from '../bench/all-rows.ts'
import { describeMachine } from '../bench/conditions.ts'
import { FAULTS } from '../faults/faults.ts'

const root = join(import.meta.dirname, '..')
/** A step that hangs is a failed one. */
const STEP_MILLISECONDS_MAX = 60 * 60_000

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
const STEPS: Readonly<Record<string, readonly string[]>> = {
  'tests embedded': [...VITEST, '--project', 'embedded'],
  'tests features': [...VITEST, '--project', 'features'],
  'tests browser': [...VITEST, '--project', 'whole', 'test/browser'],
  'tests processes': [...VITEST, '--project', 'whole', 'test/processes'],
  ...Object.fromEntries(Object.keys(FAULTS).map((name) => [`faults ${name}`, ['faults/main.ts', '--short', name]])),
  ...Object.fromEntries(Object.keys(ROWS).map((name) => [`bench ${name}`, ['bench/main.ts', '--quick', name]])),
  model: ['scripts/model.ts'],
}

interface Outcome {
  readonly name: string
  readonly seconds: number
  readonly passed: boolean
}

function run(name: string, command: readonly string[]): Outcome {
  process.stdout.write(`\n== ${name}\n`)
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...command], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NIGHTLY: 'on' },
    timeout: STEP_MILLISECONDS_MAX,
  })
  return { name, seconds: Math.round((performance.now() - started) / 1000), passed: status === 0 }
}

function commit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return stdout.trim() || 'unknown'
}

/** @param commit the one the run began with */
function page(commit: string, outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(
    ({ name, seconds, passed }) => `| ${name} | ${passed ? 'passed' : '**failed**'} | ${seconds} s |\n`,
  )
  const left = Object.keys(STEPS).slice(outcomes.length)
  const missing = left.length > 0 ? `\nNot reached: ${left.join(', ')}.\n` : ''
  return `# The last run of \`npm run nightly\`

Written by the run itself. The figures of the bench are in its own results; here each row only has to run.

- date: ${new Date().toISOString().slice(0, 10)}
- commit: ${commit}
- machine: ${describeMachine()}

| step | outcome | time |
| --- | --- | --- |
${lines.join('')}${missing}`
}

const given = process.argv.slice(2)
const chosen = Object.entries(STEPS).filter(([name]) => given.length === 0 || given.includes(name))
if (chosen.length === 0) {
  process.stderr.write(`Unknown: ${given.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}\n`)
  process.exitCode = 2
} else {
  const outcomes: Outcome[] = []
  const begun = commit()
  for (const [name, command] of chosen) {
    outcomes.push(run(name, command))
    if (given.length === 0) writeFileSync(join(root, 'scripts/nightly.md'), page(begun, outcomes))
  }
  for (const { name, seconds, passed } of outcomes)
    process.stdout.write(`${passed ? 'passed' : 'FAILED'} ${name}, ${seconds} s\n`)
  process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
}
