/**
 * Reads OFX, both as SGML (1.x), where only groups have end tags, and as XML (2.x). Only the few elements that a statement needs;
 * documents with their own entities are not supported, so nothing is ever expanded.
 */
import { STATEMENT_LINES_MAX } from '../../../contract/money/bank-fields.ts'
import { normalAccount, refuseSeveralAccounts } from './csv-account.ts'
import { refuseStatement, type FileLine, type RowNote, type StatementFile } from './statement-file.ts'
import { after, hours } from '../../platform/clock.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { isNaira, OddRow, readAmount, readDay } from './values.ts'

/** A value goes on until the next element: banks write `<` and line breaks of HTML into their texts. */
const TAG = /<(\/?)([A-Za-z0-9._]+)\s*>((?:[^<]|<(?!\/?[A-Za-z0-9._]+\s*>))*)/g
const TEXT_CHARACTERS_MAX = 300

export function isOfx(text: string): boolean {
  return /^\s*(?:(?:OFXHEADER|DATA)\s*:|<\?xml[^>]*\?>\s*(?:<!--[\s\S]*?-->\s*)*<\?OFX\b|<\?OFX\b|<OFX>)/i.test(text)
}

/** The elements of a group, by name. */
type Fields = Map<string, string>

/** @throws AppError `statement_unreadable` */
export function readOfxStatement(text: string): StatementFile {
  const { groups, currencies, accounts, isClosed } = readGroups(text)
  if (!isClosed) refuseStatement('This OFX file is cut off: its end is missing.')
  const other = currencies.find((code) => !isNaira(code))
  if (other !== undefined) refuseStatement(`This statement is in ${other}, not in naira.`)
  if (accounts.size > 1) refuseSeveralAccounts([...accounts])
  const transactions = groups.filter(({ name }) => name === 'STMTTRN')
  if (transactions.length > STATEMENT_LINES_MAX)
    refuseStatement(`This file has more than ${STATEMENT_LINES_MAX} lines. Export a shorter period.`)
  const lines: FileLine[] = []
  const odd: RowNote[] = []
  const leftOut: RowNote[] = []
  const isSigned = transactions.some(({ fields }) => /^\s*[(\p{Pd}−]/u.test(fields.get('TRNAMT') ?? ''))
  for (const [index, { fields }] of transactions.entries()) {
    const row = index + 1
    try {
      const line = readLine(fields, row, isSigned)
      if (line) lines.push(line)
      else leftOut.push({ row, why: 'It has no amount.' })
    } catch (error) {
      if (!(error instanceof OddRow)) throw error
      odd.push({ row, why: error.message })
    }
  }
  const balance = groups.find(({ name }) => name === 'LEDGERBAL')?.fields
  return {
    format: 'ofx',
    lines,
    odd,
    leftOut,
    closing: balance ? readClosing(balance) : null,
    balancesAgree: null,
    dateOrder: null,
    mayLeaveOut: false,
    account: [...accounts][0] ?? null,
    header: [],
    columns: null,
  }
}

function readGroups(text: string) {
  const groups: { name: string; fields: Fields }[] = []
  const currencies: string[] = []
  const accounts = new Set<string>()
  let open: (typeof groups)[number] | null = null
  let isClosed = false
  for (const [, slash, written = '', rest = ''] of text.matchAll(TAG)) {
    const name = written.toUpperCase()
    const value = decode(
      rest
        .replaceAll(/<[^<>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    if (slash !== '') {
      if (name === 'OFX') isClosed = true
      if (open && name === open.name) open = null
      continue
    }
    if (name === 'STMTTRN' || name === 'LEDGERBAL') {
      open = { name, fields: new Map() }
      groups.push(open)
    } else if (name === 'CURDEF' || name === 'CURSYM') currencies.push(value)
    else if (name === 'ACCTID' && !open && /^[\d*xX -]{4,34}$/.test(value)) accounts.add(normalAccount(value))
    else if (open && value !== '') open.fields.set(name, value)
  }
  return { groups, currencies, accounts, isClosed }
}

/** Kinds of transactions that take money out. The sign of the amount says the same, but some banks write none. */
const OUT = new Set(['DEBIT', 'FEE', 'SRVCHG', 'ATM', 'POS', 'CHECK', 'PAYMENT', 'DIRECTDEBIT', 'REPEATPMT'])

function readLine(fields: Fields, row: number, isSigned: boolean): FileLine | null {
  const written = readAmount(pointed(fields.get('TRNAMT') ?? ''))
  const isOut = !isSigned && OUT.has((fields.get('TRNTYPE') ?? '').toUpperCase())
  const amount = written !== null && isOut ? -written : written
  const posted = fields.get('DTPOSTED')
  if (posted === undefined) throw new OddRow('It has no date.')
  const day = readOfxDay(posted)
  if (fields.get('TRNAMT') === undefined) throw new OddRow('It has no amount.')
  if (amount === null || amount === 0n) return null
  const texts = ['NAME', 'MEMO'].flatMap((name) => fields.get(name) ?? [])
  return {
    row,
    day,
    amount,
    description: (texts.length > 0 ? texts.join(' ') : (fields.get('TRNTYPE') ?? '')).slice(0, TEXT_CHARACTERS_MAX),
    reference: fields.get('REFNUM') ?? fields.get('CHECKNUM') ?? null,
    bankId: fields.get('FITID')?.slice(0, TEXT_CHARACTERS_MAX) ?? null,
  }
}

/** OFX permits a comma before the decimals, and no other comma. */
function pointed(amount: string): string {
  return /^[^,.]*,\d{1,2}$/.test(amount) ? amount.replace(',', '.') : amount
}

/** `20261231120000.000[+1:WAT]`: the day in Lagos, where the bank names its zone; midnight is a day without a time. */
function readOfxDay(text: string): string {
  const [, year, month, day, time, zone] =
    /^(\d{4})(\d{2})(\d{2})(\d{6})?(?:\.\d*)?(?:\[([+-]?\d{1,2}(?:\.\d+)?)(?::[^\]]*)?\])?\s*$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})\d{4}\s*$/.exec(text) ??
    []
  if (year === undefined) throw new OddRow(`“${text}” is not a date of OFX.`)
  const written = readDay(`${year}-${month}-${day}`)
  if (time === undefined || zone === undefined || time === '000000') return written
  const clock = `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`
  const moment = new Date(`${written}T${clock}Z`)
  if (Number.isNaN(moment.getTime())) throw new OddRow(`“${text}” is not a date of OFX.`)
  return dayInLagos(after(moment, -hours(Number(zone))))
}

function readClosing(fields: Fields): StatementFile['closing'] {
  const [amount, asOf] = [fields.get('BALAMT'), fields.get('DTASOF')]
  if (amount === undefined || asOf === undefined) return null
  try {
    const balance = readAmount(pointed(amount))
    return balance === null ? null : { balance, day: readOfxDay(asOf) }
  } catch (error) {
    if (error instanceof OddRow) return null
    throw error
  }
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decode(text: string): string {
  return text.replaceAll(/&(#\d{1,6}|[a-z]+);/g, (entity, name: string) => {
    const number = Number(name.slice(1))
    if (name.startsWith('#')) return number >= 32 && number <= 0x10ffff ? String.fromCodePoint(number) : ''
    return ENTITIES.get(name) ?? entity
  })
}
