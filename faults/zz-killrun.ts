import { killServers } from './kill.ts'
import { isKept } from './outcome.ts'
process.channel?.unref()
for (let i = 0; i < Number(process.argv[2]); i++) {
  const started = Date.now()
  const outcome = await killServers({ engine: 'postgres', rounds: 4, closesTabs: false }).catch((error) => ({
    done: String(error?.stack),
    findings: [],
  }))
  console.log(
    new Date().toISOString(),
    Math.round((Date.now() - started) / 1000),
    's',
    outcome.done.slice(0, 3000),
    JSON.stringify(outcome.findings.filter((f) => !isKept(f))).slice(0, 4000),
  )
}
process.exit(0)
