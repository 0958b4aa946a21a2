/** PostgreSQL's own load, where it is on the path: what a statement costs when no program of ours is in the way. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Bench, BenchDatabase } from './bench.ts'

/** @returns how often a second the script ran; undefined where there is no pgbench */
export async function runPgbench(bench: Bench, { url }: BenchDatabase, script: string): Promise<number | undefined> {
  const file = join(bench.folder, 'pgbench.sql')
  writeFileSync(file, script)
  const seconds = bench.quick ? '1' : '5'
  const options = ['--no-vacuum', '--protocol=prepared', '--client', String(bench.connections), '--time', seconds]
  const child = spawn('pgbench', [...options, '--file', file, url], { stdio: ['ignore', 'pipe', 'ignore'] })
  const there = new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!(await there)) return undefined
  const rate = /^tps = ([\d.]+)/m.exec(await text(child.stdout))?.[1]
  if (rate === undefined) throw new Error('pgbench did not say how fast it was')
  return Number(rate)
}
