/** The order of test files: those that wait for minutes of the sandbox or for whole processes begin first, so that none is left for the end. */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = new Set([
  'payments.test.ts',
  'bank-payments.test.ts',
  'sole-administrator.test.ts',
  'faults.test.ts',
  'restore.test.ts',
  'admin.test.ts',
  'engines.test.ts',
  'model.test.ts',
])

/** Without results of an earlier run, as on a fresh machine, vitest would begin with the largest files. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const names = [...new Set(sorted.map(({ project }) => project.name))]
    const rank = ({ project, moduleId }: TestSpecification) =>
      names.indexOf(project.name) * 2 + (LONG.has(basename(moduleId)) ? 0 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
