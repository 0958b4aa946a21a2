import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'

const resolve = { alias: { '@node-rs/argon2': join(import.meta.dirname, 'test/support/quick-argon2.ts') } }

/** `npm run nightly` runs more on the embedded database (CONTRIBUTING.md). */
const isNightly = process.env['NIGHTLY'] === 'on'

/** The files of a worker share its modules, its databases, its browser and its server (test/support/). */
const shared = {
  isolate: false,
  // For the two cores of the machine that runs them.
  maxWorkers: 3,
  setupFiles: ['test/support/seed.ts', 'test/support/our-site.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is awaited comes late on a busy machine. The default is one second.
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'features',
          include: ['{contract,sandbox,server,web}/**/*.test.ts'],
          env: { TEST_ENGINE: 'postgres' },
        },
      },
      // The embedded database keeps the same promises: the clock it shares, the ledger, payments, and a journey from a gift to a request.
      // Tests of server/platform/db that open both engines, or one of their own choice, run above.
      {
        resolve,
        test: {
          ...shared,
          name: 'embedded',
          include: [
            'server/platform/db/shared-clock.test.ts',
            'server/money/ledger/**/*.test.ts',
            'server/money/payments/payments.test.ts',
            'server/money/payments/lost.test.ts',
            'server/money/gifts/donations.test.ts',
            'server/aid/requests/applications.test.ts',
            ...(isNightly
              ? [
                  'server/platform/db/former-schema.test.ts',
                  'server/money/payments/**/*.test.ts',
                  'server/money/wallet/wallet.test.ts',
                  'server/fuzz.test.ts',
                ]
              : []),
          ],
          env: { TEST_ENGINE: 'embedded' },
        },
      },
      // Whole processes and a real browser.
      { resolve, test: { ...shared, name: 'whole', include: ['test/**/*.test.ts'], testTimeout: 180_000 } },
    ],
  },
})
