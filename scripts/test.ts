/**
 * `npm test`: every test there is. Its last line is `N passed, N failed`, or with `, N skipped`. In a run of all tests, one that fails
 * runs once more, and is named when it passes then (decision 0032).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { z } from 'zod'
import { NOT_BALANCED } from '../test/support/not-balanced.ts'
import { TestRun } from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-test-'))
const report = join(folder, 'report.json')
const given = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./scripts/test-report.ts',
    ...(given.length === 0 ? ['--retry=1'] : given),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, TEST_REPORT: report } },
)
const { tests, files, postgresSeconds, runnerSeconds } = readReport()
rmSync(folder, { recursive: true, force: true })
const count = (result: string) => tests.filter((test) => test.result === result).length
// A run that fails without a failing test (a file that does not load, an unhandled error) has failed all the same.
const found = status === 0 ? count('failed') : Math.max(1, count('failed'))
const unforgiven = nameUnsteady()
const failed = found + unforgiven
const skipped = tests.length - count('passed') - count('failed')
nameSkipped()
if (files.length > 1) printProcessorTime()
const passed = count('passed') - unforgiven
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0

function readReport(): z.output<typeof TestRun> {
  try {
    return TestRun.parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { tests: [], files: [], postgresSeconds: 0, runnerSeconds: 0 }
  }
}

/** In a run of all tests: a name that is asked for skips all others. */
function nameSkipped(): void {
  if (given.length > 0) return
  for (const { file, name, result } of tests)
    if (result !== 'passed' && result !== 'failed') process.stdout.write(`SKIPPED: ${file} > ${name}\n`)
}

/** @returns how many of them found books that do not balance: no second attempt makes up for that */
function nameUnsteady(): number {
  let forgiven = 0
  let unforgiven = 0
  for (const { file, name, result, failures } of tests) {
    if (result !== 'passed' || failures.length === 0) continue
    process.stdout.write(`\nUNSTEADY, passed at the second attempt: ${file} > ${name}\n${failures.join('\n')}\n`)
    if (failures.some((message) => message.includes(NOT_BALANCED))) unforgiven += 1
    else forgiven += 1
  }
  if (forgiven > 0) process.stdout.write(`\nUnsteady tests that count as passed: ${forgiven}\n`)
  return unforgiven
}

/** Compares runs on different machines: a fixed loop beside it shows how fast this one is. */
function printProcessorTime(): void {
  const folders = Map.groupBy(files, ({ file }) => {
    const [top = '', second = ''] = dirname(file).split('/')
    return top === 'server' || top === 'test' ? `${top}/${second}` : top
  })
  const sum = (each: readonly { seconds: number }[]) => each.reduce((total, one) => total + one.seconds, 0)
  const parts = [...folders]
    .map(([name, each]) => ({ name, seconds: sum(each) }))
    .concat({ name: 'PostgreSQL', seconds: postgresSeconds }, { name: 'runner', seconds: runnerSeconds })
    .toSorted((a, b) => b.seconds - a.seconds)
  const lines = parts.map((line) => `${line.seconds.toFixed(0).padStart(6)} s  ${line.name}`)
  process.stdout.write(
    `\nProcessor time ${sum(parts).toFixed(0)} s; a fixed loop takes ${fixedLoop().toFixed(2)} s\n${lines.join('\n')}\n`,
  )
}

function fixedLoop(): number {
  const before = process.cpuUsage()
  let text = 'taimako'
  for (let round = 0; round < 1_000_000; round += 1) text = createHash('sha256').update(text).digest('hex')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
