import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nairaText } from './money.ts'
import { askWhichAmount, readNaira } from './typed-naira.ts'

/** Amounts as people type them, right and wrong. */
const CHARACTERS = Array.from('0123456789.,  ₦kmN-')

const kobo = (naira: number) => BigInt(Math.round(naira * 100))

describe('reads the ways in which Nigerians write amounts', () => {
  test.each([
    '45000',
    '45,000',
    '₦45,000',
    '₦ 45,000.00',
    '45k',
    '45K',
    '45 k',
    '45 000',
    '45\u00A0000',
    '45,000 naira',
    '45000 Naira only',
    'NGN 45,000',
    'N45,000',
    'n45000',
    '#45,000',
    '=N=45,000',
    '45,000/=',
    '45, 000',
    '45 thousand',
    '0.045m',
    '45000.',
    '４５，０００',
  ])('%s is 45,000 naira', (typed) => expect(readNaira(typed)).toEqual({ is: 'amount', kobo: kobo(45_000) }))

  test.each([
    ['1.5k', 1500],
    ['2m', 2_000_000],
    ['1.25 million', 1_250_000],
    ['0', 0],
    ['-5', -5],
    ['0.50', 0.5],
    ['1,234,567.89', 1_234_567.89],
  ])('%s is %d naira', (typed, naira) => expect(readNaira(typed)).toEqual({ is: 'amount', kobo: kobo(naira) }))

  const written = fc.tuple(
    fc.bigInt({ min: 0n, max: 999_999_999_999n }),
    fc.constantFrom(',', ' ', '\u00A0', ''),
    fc.constantFrom('', '₦', '₦ ', 'N', 'NGN ', '#', '=N='),
    fc.constantFrom('', ' naira', ' NGN', '/='),
  )
  test('any amount, with any separator and sign', () => {
    fc.assert(
      fc.property(written, ([amount, separator, before, after]) => {
        const [whole = '', decimals = ''] = nairaText(amount).split('.')
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator)
        expect(readNaira(`${before}${grouped}.${decimals}${after}`)).toEqual({ is: 'amount', kobo: amount })
      }),
    )
  })
  test('any number of thousands, also with one decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 9 }), (thousands, tenth) => {
        const text = `${thousands}.${tenth}k`
        expect(readNaira(text)).toEqual({ is: 'amount', kobo: BigInt(thousands * 10 + tenth) * 10_000n })
      }),
    )
  })
})

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')
const answersTo = (question: string) => /Enter (.*)\.$/.exec(question)?.[1]?.split(' or ') ?? []

describe('what may mean two amounts leads to a question', () => {
  test.each([
    ['45.000', [45_000, 45]],
    ['₦1.500', [1500, 1.5]],
    ['1.234', [1234]],
    ['1.500k', [1_500_000, 1500]],
    ['45,00', [4500, 45]],
    // The k names the kobo on receipts.
    ['₦5,000.00k', [5000, 5_000_000]],
    ['2500.50K', [2500.5, 2_500_500]],
    ['4,5000', [45_000]],
    ['45.000,50', [45_000.5]],
    ['45.000.000', [45_000_000]],
    ['1,00,000', [100_000]],
    ['25 00', [2500]],
  ])('%s may be %j', (typed, readings) =>
    expect(readNaira(typed)).toEqual({ is: 'unclear', readings: readings.map(kobo) }),
  )

  test('the question offers texts that are clear', () => {
    expect(askWhichAmount([4_500_000n, 4500n])).toBe('Did you mean ₦45,000 or ₦45? Enter 45000 or 45.')
    expect(askWhichAmount([4_500_050n])).toBe('Did you mean ₦45,000.50? Enter 45000.50.')
  })

  test('whatever is typed: it is an amount with exactly its digits, a question with clear answers, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 14 }), (typed) => {
        const read = readNaira(typed)
        const readings = read.is === 'amount' ? [read.kobo] : read.is === 'unclear' ? read.readings : []
        const answers = read.is === 'unclear' ? answersTo(askWhichAmount(readings)) : readings.map(nairaText)
        expect(answers.map(readNaira)).toEqual(readings.map((each) => ({ is: 'amount', kobo: each })))
        // Beyond the typed digits there are only zeros.
        const extra = read.is === 'amount' ? digitsOf(String(read.kobo)).replace(digitsOf(typed), '') : ''
        expect(extra).toMatch(/^0*$/)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  'ten',
  '1e3',
  '--5',
  'NaN',
  'Infinity',
  '1.2.3',
  '1..5',
  '٣',
  '0.001',
  '1.2345',
  '12345678901234',
  'k',
  '₦',
  '5 apples',
  '5-6',
])('%s is not an amount', (typed) => expect(readNaira(typed)).toEqual({ is: 'not_a_number' }))
test('blanks are empty', () => expect(readNaira(' \t')).toEqual({ is: 'empty' }))
