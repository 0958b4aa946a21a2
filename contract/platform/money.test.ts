import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatHeadlineNaira, formatNaira, koboToNaira, nairaText, nairaToKobo, parseNaira } from './money.ts'

/** Every amount that fits the thirteen digits of naira that JSON carries exactly. */
const anyKobo = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })

describe('kobo and naira', () => {
  test('any amount survives the way into JSON and back', () => {
    fc.assert(
      fc.property(anyKobo, (kobo) => {
        const travelled: unknown = JSON.parse(JSON.stringify(koboToNaira(kobo)))
        expect(typeof travelled === 'number' && nairaToKobo(travelled)).toBe(kobo)
      }),
    )
  })

  test('any amount survives the way through text', () => {
    fc.assert(fc.property(anyKobo, (kobo) => parseNaira(nairaText(kobo)) === kobo))
  })

  test('the sums that floating point gets wrong come out right', () => {
    expect(nairaToKobo(19.99)).toBe(1999n)
    expect(nairaToKobo(0.1)).toBe(10n)
    expect(koboToNaira(30n)).toBe(0.3)
    expect(nairaToKobo(10_000_000)).toBe(1_000_000_000n)
  })

  test.each([
    '',
    ' ',
    '1e3',
    '+5',
    '0x10',
    '1,000',
    '1.234',
    '.5',
    '5.',
    '--1',
    'NaN',
    'Infinity',
    '12345678901234',
    '١٢',
  ])('refuses %j as naira', (text) => expect(parseNaira(text)).toBeNull())

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2, 1e21, 1e-7])('refuses the number %d as naira', (number) =>
    expect(nairaToKobo(number)).toBeNull(),
  )

  test('an amount beyond fifteen digits is refused rather than rounded', () => {
    expect(() => koboToNaira(1_000_000_000_000_000n)).toThrow(RangeError)
  })
})

describe('how amounts read', () => {
  test('two decimals always, as Nigeria writes them', () => {
    expect(formatNaira(1500)).toBe('₦1,500.00')
    expect(formatNaira(1_000_000.5)).toBe('₦1,000,000.50')
  })
  test('a non-number is Invalid amount', () => {
    expect(formatNaira(Number.NaN)).toBe('Invalid amount')
    expect(formatHeadlineNaira(Number.POSITIVE_INFINITY)).toBe('Invalid amount')
  })
  test('headline figures have no decimals and claim no naira that is not there', () => {
    expect(formatHeadlineNaira(1500.99)).toBe('₦1,500')
  })
})
