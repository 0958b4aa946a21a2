/** Reporter for `npm test`: writes the results of a run as JSON to the file named by TEST_REPORT. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { inspect } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { z } from 'zod'
import { ownSeconds, processorSeconds } from '../test/support/processor.ts'

const Failure: z.ZodType<{ message: string; stack?: string | undefined; cause?: unknown }> = z.looseObject({
  message: z.string(),
  stack: z.string().optional(),
  cause: z.unknown().optional(),
})

export const TestRun = z.object({
  tests: z.array(
    z.object({
      file: z.string(),
      name: z.string(),
      result: z.enum(['passed', 'failed', 'skipped', 'pending']),
      failures: z.array(z.string()),
    }),
  ),
  /** Processor seconds of a file's tests, and of the processes that they started. */
  files: z.array(z.object({ file: z.string(), seconds: z.number() })),
  postgresSeconds: z.number(),
  /** The runner, which also translates the modules for all workers. */
  runnerSeconds: z.number(),
})

export default class TestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const run: z.output<typeof TestRun> = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map(describeTest)),
      files: modules.map((module) => ({ file: pathOf(module), seconds: module.meta().processorSeconds ?? 0 })),
      postgresSeconds: processorSeconds(Number(process.env['TEST_POSTGRES_PID'])),
      runnerSeconds: ownSeconds(),
    }
    writeFileSync(String(process.env['TEST_REPORT']), JSON.stringify(run))
  }
}

function describeTest(test: TestCase): z.output<typeof TestRun>['tests'][number] {
  const { state, errors = [] } = test.result()
  return { file: pathOf(test.module), name: test.fullName, result: state, failures: errors.map(withCauses) }
}

const pathOf = ({ moduleId }: TestModule) => relative('.', moduleId)

/** A failed query names its SQL; only its cause tells why. */
function withCauses(error: unknown): string {
  const read = Failure.safeParse(error)
  if (!read.success) return inspect(error)
  const { message, stack = message, cause } = read.data
  return cause === undefined || cause === null ? stack : `${stack}\nCaused by: ${withCauses(cause)}`
}
