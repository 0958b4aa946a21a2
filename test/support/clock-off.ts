/**
 * Loaded into a server before all else (`NODE_OPTIONS=--import=…`): from then on its machine's clock is off by CLOCK_OFF_MILLISECONDS, for
 * everything in the process.
 */
const off = Number(process.env['CLOCK_OFF_MILLISECONDS'])
if (!Number.isFinite(off)) throw new Error('CLOCK_OFF_MILLISECONDS is not set')

globalThis.Date = new Proxy(Date, {
  construct: (date, given, asked) =>
    Reflect.construct(date, given.length === 0 ? [date.now() + off] : given, asked) satisfies object,
  get: (date, name, asked) => (name === 'now' ? () => date.now() + off : Reflect.get(date, name, asked)),
})
