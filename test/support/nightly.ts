/** Tests that only `npm run nightly` runs (CONTRIBUTING.md lists them). `npm test` names them as skipped. */
import { test } from 'vitest'

export const isNightly = process.env['NIGHTLY'] === 'on'

export const nightlyTest = test.runIf(isNightly)
