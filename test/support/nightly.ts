/** Whether this is `npm run nightly`, which runs what `npm test` leaves out (CONTRIBUTING.md). A test of `test.runIf(isNightly)` is named as skipped otherwise. */
export const isNightly = process.env['NIGHTLY'] === 'on'
