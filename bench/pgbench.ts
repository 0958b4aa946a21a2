/** PostgreSQL's own load tool, if it is on the path: what a statement costs without our code. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Bench, BenchDatabase } from './bench.ts'

/** @returns how many times the script ran per second; undefined without pgbench */
export async function runPgbench(bench: Bench, { url }: BenchDatabase, script: string): Promise<number | undefined> {
  const file = join(bench.folder, 'pgbench.sql')
  writeFileSync(file, script)
  const seconds = bench.quick ? '1' : '5'
  const options = ['--no-vacuum', '--protocol=prepared', '--client', String(bench.connections), '--time', seconds]
  const child = spawn('pgbench', [...options, '--file', file, url], { stdio: ['ignore', 'pipe', 'ignore'] })
  const started = new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!(await started)) return undefined
  const rate = /^tps = ([\d.]+)/m.exec(await text(child.stdout))?.[1]
  if (rate === undefined) throw new Error('pgbench did not report a rate')
  return Number(rate)
}
