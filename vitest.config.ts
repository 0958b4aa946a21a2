import { defineConfig } from 'vitest/config'

const rules = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts']

export default defineConfig({
  test: {
    // Two cores: more workers would only take turns.
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: rules, testTimeout: 120_000, hookTimeout: 120_000 } },
      // What accounts promise, once more on a real PostgreSQL.
      {
        test: {
          name: 'postgres',
          include: [
            'server/auth/**/*.test.ts',
            'server/account/**/*.test.ts',
            'server/documents/**/*.test.ts',
            'server/applications/**/*.test.ts',
            'server/administration/**/*.test.ts',
            'server/audit/**/*.test.ts',
            'server/beneficiaries/**/*.test.ts',
            'server/wallet/**/*.test.ts',
          ],
          globalSetup: ['test/support/postgres-project.ts'],
          env: { TEST_ENGINE: 'postgres' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // One file of three minutes. A project's name decides when it comes: this one first, so that no core waits for it at the end.
      {
        test: {
          name: 'faults',
          include: ['test/processes/faults.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      // Whole processes, real PostgreSQL and a real browser: they wait more than they work, so two files at once are well.
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/processes/faults.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
