/** Files as banks export them: columns, dates, amounts, encodings, both kinds of OFX, and everything that is refused. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATEMENT_BYTES_MAX, STATEMENT_LINES_MAX } from '../../../contract/money/bank-fields.ts'
import { AppError } from '../../platform/errors.ts'
import { readCsvTable } from './csv-table.ts'
import { readStatement } from './read-statement.ts'
import type { ColumnNames } from './statement-file.ts'

const NOW = new Date('2026-01-15T09:00:00Z')
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (file: string | Uint8Array, chosen: ColumnNames | null = null, remembered: ColumnNames | null = null) =>
  readStatement(typeof file === 'string' ? bytes(file) : file, { chosen, remembered }, NOW)
const shown = (file: string | Uint8Array) =>
  read(file).lines.map(({ row, day, amount, description, reference }) => [row, day, amount, description, reference])

/** The detail of the refusal. */
function refusal(file: string | Uint8Array, chosen: ColumnNames | null = null): string {
  try {
    read(file, chosen)
  } catch (error) {
    if (error instanceof AppError && error.code === 'statement_unreadable') return error.detail ?? ''
    throw error
  }
  throw new Error('this file was read')
}

describe('CSV', () => {
  test('with debits and credits, rows above the header, totals below, and quotes', () => {
    const file = [
      'ACCOUNT STATEMENT',
      'Account Name:,TAIMAKO FOUNDATION',
      'Account Currency:,NGN',
      '',
      'Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance',
      '01/01/2026,01/01/2026,,Opening balance,,,"1,000.00"',
      '05-Jan-2026,05-Jan-2026,0001,"NIP/PAYSTACK, ""SETTLEMENT"" 3090024",,"₦384,000.00","385,000.00"',
      '5 January 2026,05/01/2026,,ELECTRONIC LEVY,50.00,0.00,"384,950.00"',
      '2026-01-14 10:22:01,14/01/2026,,MAINTENANCE,-1.5,,"384,948.50"',
      '',
      'Total,,,,"51.50","384,000.00",',
      ',,,,"51.50","384,000.00",',
    ].join('\r\n')
    const statement = read(file)
    expect(shown(file)).toEqual([
      [7, '2026-01-05', 38_400_000n, 'NIP/PAYSTACK, "SETTLEMENT" 3090024', '0001'],
      [8, '2026-01-05', -5000n, 'ELECTRONIC LEVY', null],
      [9, '2026-01-14', -150n, 'MAINTENANCE', null],
    ])
    expect(statement.leftOut.map(({ row }) => row)).toEqual([6, 11, 12])
    expect(statement).toMatchObject({ odd: [], closing: { balance: 38_494_850n, day: '2026-01-14' } })
  })

  test.each([
    ['a byte order mark', bytes('\uFEFFDate,Details,Amount\n01/01/26,Gift,10\n')],
    ['semicolons', bytes('Date;Details;Amount\n01.01.2026;Gift;10,000.00\n')],
    ['tabs, with spaces in numbers', bytes('Date\tDetails\tAmount\n1/1/2026\tGift\t10.00 CR\n')],
    ['UTF-16', Buffer.from('\uFEFFDate,Details,Amount\n01/01/2026,Gift,"NGN 10.00"\n', 'utf16le')],
    ['the code page of Windows', Buffer.from('Date,Details,Amount\n01/01/2026,Caf\xe9,+10\n', 'latin1')],
  ])('with %s', (_, file) => {
    expect(read(file).lines).toEqual([expect.objectContaining({ day: '2026-01-01', row: 2 })])
  })

  test('with signed amounts, newest first, in the columns of the last file of this bank', () => {
    const columns: ColumnNames = {
      date: 'When',
      description: 'What',
      amount: 'How much',
      balance: 'Left',
      reference: null,
      debit: null,
      credit: null,
      direction: null,
      status: null,
    }
    const file = 'When|What|How much|Left\n14/01/2026|Levy|(50.00)|950\n13/01/2026|Salary|1,000.00 DR|1000\n'
    expect(read(file).columns).toBeNull()
    for (const statement of [read(file, columns), read(file, null, columns)]) {
      expect(statement.lines.map(({ amount }) => amount)).toEqual([-5000n, -100_000n])
      expect(statement.closing).toEqual({ balance: 95_000n, day: '2026-01-14' })
    }
    // Another file of the same bank, with other columns.
    expect(read('Date,Details,Amount\n01/01/2026,Gift,10\n', null, columns).lines).toHaveLength(1)
    expect(refusal('Date,Details,Amount\n01/01/2026,Gift,10\n', columns)).toContain('chosen columns')
  })

  test('with odd rows names each row and why', () => {
    const rows = [
      ['13/13/2026', '10', 'date'],
      ['31/02/2026', '10', 'date'],
      ['16/01/2026', '10', 'future'],
      ['01/01/2026', '1.234,56', 'amount'],
      ['01/01/2026', '12,34.00', 'amount'],
      ['01/01/2026', '1.005', 'amount'],
      ['01/01/2026', '$10.00', 'not in naira'],
      ['01/01/2026', '9999999999999.00', 'too large'],
      ['', '10', 'no date'],
      ['01/01/2026', '=1+1', 'amount'],
    ] as const
    const file = ['Date;Details;Amount', ...rows.map(([day, amount]) => `${day};x;${amount}`), '01/01/2026;x;1'].join(
      '\n',
    )
    expect(read(file).odd.map(({ row, why }) => [row, why])).toEqual(
      rows.map(([, , why], index) => [index + 2, expect.stringContaining(why)]),
    )
    expect(read('Date,Details,Debit,Credit\n01/01/2026,x,10,10\n').odd).toEqual([
      { row: 2, why: expect.stringContaining('both') },
    ])
  })

  test('that is something else is refused', () => {
    const header = 'Date,Details,Amount\n'
    expect(refusal('')).toContain('empty')
    expect(refusal('A letter to the bank.\nWith two lines.')).toContain('not a bank statement')
    expect(refusal('%PDF-1.7 …')).toContain('PDF')
    expect(refusal('PK\u0003\u0004…')).toContain('Excel')
    expect(refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toContain('not a bank statement')
    expect(refusal(`${header}01/01/2026,"never closed,10\n`)).toContain('quotation mark')
    expect(refusal(`Currency: USD\n${header}01/01/2026,x,10\n`)).toContain('USD')
    expect(refusal('Date,Details,Amount,Currency\n01/01/2026,x,10,NGN\n02/01/2026,x,10,EUR\n')).toContain('EUR')
    expect(refusal(header + '01/01/2026,x,10\n'.repeat(STATEMENT_LINES_MAX + 101))).toContain('more than')
    expect(refusal(new Uint8Array(STATEMENT_BYTES_MAX + 1).fill(65))).toContain('larger')
  })

  test('reading returns every table that was written', () => {
    const cell = fc.stringMatching(/^[a-z0-9 ",\n]{0,6}$/)
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
    const write = (rows: string[][]) =>
      rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n')
    fc.assert(
      fc.property(table, (rows) => {
        expect(readCsvTable(write(rows))).toEqual(rows)
      }),
    )
  })
})

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>NGN
<BANKACCTFROM><BANKID>058<ACCTID>0123456789<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260114
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260105120000.000[+1:WAT]
<TRNAMT>384000.00
<FITID>A1
<NAME>PAYSTACK &amp; CO
<MEMO>Settlement 3090024
</STMTTRN>
<STMTTRN><TRNTYPE>FEE<DTPOSTED>20260106<TRNAMT>-50,00<FITID>A2<NAME>LEVY</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>383950.00<DTASOF>20260114</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

/** The same in XML: every element is closed. */
const XML = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${SGML.slice(
  SGML.indexOf('<OFX>'),
).replaceAll(
  /<(CURDEF|BANKID|ACCTID|ACCTTYPE|DTSTART|DTEND|TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO|BALAMT|DTASOF)>([^<\n]*)/g,
  '<$1>$2</$1>',
)}`

describe('OFX', () => {
  test.each([
    ['1.x', SGML],
    ['2.x', XML],
  ])('%s', (_, file) => {
    expect(read(file)).toMatchObject({
      format: 'ofx',
      lines: [
        {
          day: '2026-01-05',
          amount: 38_400_000n,
          description: 'PAYSTACK & CO Settlement 3090024',
          reference: null,
          bankId: 'A1',
        },
        { day: '2026-01-06', amount: -5000n, description: 'LEVY', bankId: 'A2' },
      ],
      odd: [],
      closing: { balance: 38_395_000n, day: '2026-01-14' },
    })
  })

  test('that is not whole, in naira and of one account is refused', () => {
    expect(refusal(SGML.replace('NGN', 'USD'))).toContain('USD')
    expect(refusal(SGML.slice(0, -20))).toContain('cut off')
    expect(refusal(SGML.replace('</OFX>', '<ACCTID>9876543210</OFX>'))).toContain('several accounts')
    expect(
      read(SGML.replace('20260106', '20261306').replace('<DTPOSTED>20260105120000.000[+1:WAT]\n', '')).odd,
    ).toEqual([
      { row: 1, why: expect.stringContaining('no date') },
      { row: 2, why: expect.stringContaining('date') },
    ])
  })
})
