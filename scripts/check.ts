/** `npm run check`: types, lint, format, unused code, plain English, lines by domain. Every step runs even if one fails, so that one run shows all faults. */
import { spawnSync } from 'node:child_process'

const steps: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc', '--project', '.'],
  ['browser floor', 'tsc', '--project', 'tsconfig.floor.json'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['unused code', 'knip'],
  ['plain English', 'node', 'scripts/plain-english.ts'],
  ['lines of product', 'node', 'scripts/count-lines.ts'],
]

let failed = false
for (const [name, command, ...args] of steps) {
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' })
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`)
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
