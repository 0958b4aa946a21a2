/** The direction of a line is read however the bank writes it; a file whose balances contradict its lines is refused. */
import { describe, expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'

const NOW = new Date('2026-12-15T09:00:00Z')
const read = (file: string, dateOrder = { chosen: null, remembered: null } as const) =>
  readStatement(new TextEncoder().encode(file), { chosen: null, remembered: null, dateOrder }, NOW)
const amounts = (file: string) => read(file).lines.map(({ amount }) => Number(amount) / 100)
const csv = (header: string, ...rows: readonly string[]) => [header, ...rows].join('\n')
const OUT_AND_IN = [-50, 100]

/** The same two lines, a levy of ₦50 and ₦100 in, as banks write them. */
describe.each([
  ['two columns', 'Date,Narration,Debit,Credit', '20/11/2026,Levy,50.00,', '21/11/2026,In,,100.00'],
  [
    'two columns, debits with a minus',
    'Date,Narration,Debit,Credit',
    '20/11/2026,Levy,-50.00,',
    '21/11/2026,In,,100.00',
  ],
  [
    'withdrawals and lodgements',
    'Date,Narration,Withdrawals,Lodgements',
    '20/11/2026,Levy,50.00,0',
    '21/11/2026,In,0,100.00',
  ],
  ['a sign', 'Date,Narration,Amount', '20/11/2026,Levy,-50.00', '21/11/2026,In,100.00'],
  ['a sign behind', 'Date,Narration,Amount', '20/11/2026,Levy,50.00-', '21/11/2026,In,100.00+'],
  ['a long dash', 'Date,Narration,Amount', '20/11/2026,Levy,–50.00', '21/11/2026,In,100.00'],
  ['brackets', 'Date,Narration,Amount', '20/11/2026,Levy,(50.00)', '21/11/2026,In,100.00'],
  ['DR and CR behind', 'Date,Narration,Amount', '20/11/2026,Levy,50.00 DR', '21/11/2026,In,100.00CR'],
  ['DR and CR before', 'Date,Narration,Amount', '20/11/2026,Levy,DR 50.00', '21/11/2026,In,CR 100.00'],
  ['a column Dr/Cr', 'Date,Narration,Amount,Dr/Cr', '20/11/2026,Levy,50.00,DR', '21/11/2026,In,100.00,CR'],
  ['a column D/C', 'Date,Narration,Amount,D/C', '20/11/2026,Levy,50.00,D', '21/11/2026,In,100.00,C'],
  [
    'a column Debit/Credit',
    'Date,Narration,Debit/Credit,Amount',
    '20/11/2026,Levy,Debit,50.00',
    '21/11/2026,In,Credit,100.00',
  ],
  ['a column Type', 'Date,Narration,Amount,Type', '20/11/2026,Levy,50.00,DEBIT', '21/11/2026,In,100.00,CREDIT'],
  [
    'a column Transaction Type',
    'Date,Narration,Transaction Type,Amount',
    '20/11/2026,Levy,Withdrawal,50',
    '21/11/2026,In,Deposit,100',
  ],
  [
    'a column Type of signed amounts',
    'Date,Narration,Amount,Type',
    '20/11/2026,Levy,-50.00,Debit',
    '21/11/2026,In,100.00,Credit',
  ],
  [
    'a column Type that is a kind of payment',
    'Date,Narration,Amount,Type',
    '20/11/2026,Levy,-50.00,POS',
    '21/11/2026,In,100.00,NIP',
  ],
])('%s', (_, header, levy, into) => {
  test('without balances', () => {
    expect(amounts(csv(header, levy, into))).toEqual(OUT_AND_IN)
    expect(read(csv(header, levy, into))).toMatchObject({ odd: [], balancesAgree: null })
  })

  test('with balances that agree, oldest and newest first', () => {
    const oldest = csv(`${header},Balance`, `${levy},950.00`, `${into},"1,050.00"`)
    expect(amounts(oldest)).toEqual(OUT_AND_IN)
    expect(read(oldest)).toMatchObject({ odd: [], balancesAgree: true, closing: { balance: 105_000n } })
    const newest = csv(`${header},Balance`, `${into},"1,050.00"`, `${levy},950.00`)
    expect(read(newest)).toMatchObject({ odd: [], balancesAgree: true, closing: { balance: 105_000n } })
  })

  test('with a balance that contradicts a line: not taken, and the row is named', () => {
    const file = read(csv(`${header},Balance`, `${levy},950.00`, `${into},850.00`))
    expect(file.balancesAgree).toBe(false)
    expect(file.odd).toEqual([{ row: 3, why: expect.stringContaining('balance does not follow') }])
  })
})

describe('what balances tell', () => {
  const HEADER = 'Date,Narration,Debit,Credit,Balance'

  test('a charge that was taken back, written as a negative debit', () => {
    const rows = [
      '20/11/2026,Charge,50.00,,950.00',
      '21/11/2026,Taken back,-50.00,,"1,000.00"',
      '22/11/2026,In,,10.00,"1,010.00"',
    ]
    expect(amounts(csv(HEADER, ...rows))).toEqual([-50, 50, 10])
  })

  test('an opening balance is where the first line begins', () => {
    const opening = '20/11/2026,Balance b/f,,,"1,000.00"'
    expect(amounts(csv(HEADER, opening, '20/11/2026,Levy,50.00,,950.00'))).toEqual([-50])
    expect(read(csv(HEADER, opening, '20/11/2026,Levy,50.00,,900.00')).odd).toHaveLength(1)
  })

  test('a line that is missing', () => {
    const rows = ['20/11/2026,A,50.00,,950.00', '22/11/2026,C,10.00,,900.00']
    expect(read(csv(HEADER, ...rows)).odd).toMatchObject([{ row: 3 }])
  })

  test('the day is printed once: a row below it without a date is of the same day, where the balances explain it', () => {
    const rows = ['20/11/2026,A,500.00,,"9,500.00"', ',B,500.00,,"9,000.00"']
    expect(read(csv(HEADER, ...rows)).lines).toMatchObject([
      { day: '2026-11-20' },
      { day: '2026-11-20', amount: -50_000n },
    ])
    const unbalanced = csv('Date,Narration,Debit,Credit', '20/11/2026,A,500.00,', ',B,500.00,')
    expect(read(unbalanced).odd).toEqual([{ row: 3, why: expect.stringContaining('no date') }])
  })

  test('the balance of the day on each of its lines, or on its last line alone', () => {
    const each = ['20/11/2026,A,50.00,,900.00', '20/11/2026,B,50.00,,900.00', '21/11/2026,C,,100.00,"1,000.00"']
    const last = ['20/11/2026,A,50.00,,', '20/11/2026,B,50.00,,900.00', '21/11/2026,C,,100.00,"1,000.00"']
    for (const rows of [each, last]) {
      expect(amounts(csv(HEADER, ...rows))).toEqual([-50, -50, 100])
      expect(read(csv(HEADER, ...rows))).toMatchObject({ odd: [], balancesAgree: true })
    }
  })

  test('the balance after a line is told from the one before it', () => {
    const file = csv(
      'Date,Narration,Debit,Credit,Balance Before,Balance After',
      '20/11/2026,A,,10.00,90.00,100.00',
      '21/11/2026,B,,10.00,100.00,110.00',
    )
    expect(read(file)).toMatchObject({ balancesAgree: true, closing: { balance: 11_000n } })
  })
})

test('a row whose direction cannot be read is named', () => {
  const file = read(csv('Date,Narration,Amount,Dr/Cr', '20/11/2026,A,50.00,DR', '21/11/2026,B,50.00,XX'))
  expect(file.odd).toEqual([{ row: 3, why: expect.stringContaining('came in or went out') }])
})

test('a payment that failed moved no money; an unknown status is named', () => {
  const file = read(
    csv('Date,Narration,Amount,Status', '20/11/2026,A,50,Successful', '20/11/2026,B,60,Failed', '21/11/2026,C,70,Odd'),
  )
  expect(file.lines).toHaveLength(1)
  expect(file.leftOut).toEqual([{ row: 3, why: expect.stringContaining('Failed') }])
  expect(file.odd).toMatchObject([{ row: 4 }])
})

describe('OFX', () => {
  const ofx = (...lines: readonly (readonly [type: string, amount: string])[]) =>
    `OFXHEADER:100\n<OFX><CURDEF>NGN${lines
      .map(([type, amount]) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261120<TRNAMT>${amount}<NAME>X</STMTTRN>`)
      .join('')}</OFX>`
  test.each([
    [
      [
        ['DEBIT', '50.00'],
        ['CREDIT', '100.00'],
      ],
    ],
    [
      [
        ['DEBIT', '-50.00'],
        ['CREDIT', '100.00'],
      ],
    ],
    [
      [
        ['FEE', '50.00'],
        ['DEP', '+100.00'],
      ],
    ],
    [
      [
        ['OTHER', '-50.00000'],
        ['OTHER', '+00000000100.0000'],
      ],
    ],
  ] as const)('%o', (lines) => {
    expect(amounts(ofx(...lines))).toEqual(OUT_AND_IN)
  })

  test('texts with line breaks of HTML and with <, and the day in Lagos', () => {
    const file = `DATA:OFXSGML\n<OFX><STMTTRN><DTPOSTED>20261104230000.000[0:GMT]<TRNAMT>-1<MEMO>Fee<BR/>Settlement 3090024, A < B refund</STMTTRN></OFX>`
    expect(read(file).lines).toMatchObject([{ day: '2026-11-05', description: 'Fee Settlement 3090024, A < B refund' }])
  })
})

describe('dates', () => {
  const dated = (...days: readonly string[]) => csv('Date,Narration,Amount', ...days.map((day) => `"${day}",x,1`))
  const daysOf = (file: string) => read(file).lines.map(({ day }) => day.slice(5))
  test.each([
    ['a day above 12', ['05/11/2026', '13/11/2026'], 'day_first', ['11-05', '11-13']],
    ['a month-first day above 12', ['11/05/2026', '11/13/2026'], 'month_first', ['11-05', '11-13']],
    ['days in a row', ['06/12/2026', '07/12/2026', '08/12/2026'], 'unclear', ['12-06', '12-07', '12-08']],
    [
      'days that run only one way',
      ['05/11/2026', '03/12/2026', '04/12/2026'],
      'day_first',
      ['11-05', '12-03', '12-04'],
    ],
    ['months in a row', ['11/05/2026', '11/06/2026', '11/09/2026'], 'unclear', ['05-11', '06-11', '09-11']],
    ['a month in the future', ['12/01/2026', '13/01/2026'], 'day_first', ['01-12', '01-13']],
    ['the same either way', ['11/11/2026'], 'day_first', ['11-11']],
    [
      'no such dates',
      ['2026-11-05', '5 Nov 2026', 'Nov 5, 2026', '20261105', 'Thu 05 Nov 2026'],
      null,
      Array(5).fill('11-05'),
    ],
  ] as const)('%s', (_, days, order, expected) => {
    const file = read(dated(...days))
    expect([file.dateOrder, file.odd]).toEqual([order, []])
    expect(daysOf(dated(...days))).toEqual(expected)
  })
})

test('a file without a header loses no line: its columns are asked for', () => {
  const file = read(csv('20/11/2026,NIP PAYSTACK,384000.00', '21/11/2026,LEVY,-50.00'))
  expect(file).toMatchObject({ columns: null, header: ['Column 1', 'Column 2', 'Column 3'] })
  const columns = { date: 'Column 1', description: 'Column 2', amount: 'Column 3' }
  const none = { reference: null, direction: null, debit: null, credit: null, balance: null, status: null }
  const chosen = readStatement(
    new TextEncoder().encode(csv('20/11/2026,NIP PAYSTACK,384000.00', '21/11/2026,LEVY,-50.00')),
    { chosen: { ...columns, ...none }, remembered: null },
    NOW,
  )
  expect(chosen.lines.map(({ row, amount }) => [row, amount])).toEqual([
    [1, 38_400_000n],
    [2, -5000n],
  ])
})

test.each([
  ['Currency:,Nigerian Naira\n'],
  ['Currency:,NGN - Nigerian Naira\n'],
  ['Currency,Naira (NGN)\n'],
  ['Currency: 566\n'],
])('is in naira: %s', (above) => {
  expect(read(`${above}Date,Narration,Amount\n20/11/2026,x,1\n`).lines).toHaveLength(1)
})

test.each([
  ['a no-break space', '1\u00A0234.00', 1234],
  ['a thin space', '1\u2009234.00', 1234],
  ['a left-to-right mark', '\u200E1,234.00', 1234],
  ['a formula that keeps zeros', '"=""1,234.00"""', 1234],
  ['an apostrophe', "'1234.00", 1234],
])('reads amounts with %s', (_, cell, naira) => {
  expect(amounts(`Date;Narration;Amount\n20/11/2026;x;${cell}\n`)).toEqual([naira])
})

test('a header in names that we do not know stays the header, also where one of them is a number', () => {
  const file = read(csv('Lokaci,Bayani,2026', '20/11/2026,NIP PAYSTACK,384000.00'))
  expect(file).toMatchObject({ columns: null, header: ['Lokaci', 'Bayani', '2026'] })
})
