import { defineConfig } from 'vitest/config'

const rules = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts']

export default defineConfig({
  test: {
    // Two cores: more workers would only take turns.
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: rules, testTimeout: 30_000, hookTimeout: 60_000 } },
      // Whole processes, real PostgreSQL and a real browser: one file at a time, so that none starves another.
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
