/**
 * Loaded into a server first (`NODE_OPTIONS=--import=…`): shifts the clock of the whole process by CLOCK_OFF_MILLISECONDS.
 */
const off = Number(process.env['CLOCK_OFF_MILLISECONDS'])
if (!Number.isFinite(off)) throw new Error('CLOCK_OFF_MILLISECONDS is not set')

globalThis.Date = new Proxy(Date, {
  construct: (date, given, asked) =>
    Reflect.construct(date, given.length === 0 ? [date.now() + off] : given, asked) satisfies object,
  get: (date, name, asked) => (name === 'now' ? () => date.now() + off : Reflect.get(date, name, asked)),
})
