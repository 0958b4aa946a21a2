import { expect, test } from 'vitest'
import type { Gift, PaymentStatus } from './gift.ts'
import { GIVING_START, mayPay, next, type Giving, type GivingEvent } from './giving-state.ts'

const gift: Gift = { reference: 'gift-1', receipt_code: 'code-1', amount: 1500, donation_type: 'general' }
const other: Gift = { ...gift, reference: 'gift-2', receipt_code: 'code-2' }

function after(...events: GivingEvent[]): Giving {
  return events.reduce(next, GIVING_START)
}

const pressed: GivingEvent = { type: 'pay_pressed' }
const started: GivingEvent = { type: 'started', gift }
const ended: GivingEvent = { type: 'popup_ended' }
const answered = (status: PaymentStatus, of = gift): GivingEvent => ({ type: 'answered', gift: of, status })

test('a paid gift is thanked for once, and the form is enabled again', () => {
  const paid = after(pressed, started, ended, answered('success'))
  expect(paid).toEqual({ step: { at: 'idle' }, paid: [gift], fields: [] })
  expect(next(paid, { type: 'thanked', gift }).paid).toEqual([])
})

test('a second press does nothing until the first gift has been answered', () => {
  for (const state of [after(pressed), after(pressed, started), after(pressed, started, ended)]) {
    expect(mayPay(state)).toBe(false)
    expect(next(state, pressed)).toBe(state)
  }
})

test('a gift that cannot start keeps the server’s messages about the fields until the next press', () => {
  const fields = [{ field: 'amount', message: 'Too small.' }]
  const refused = after(pressed, { type: 'start_failed', fields })
  expect(refused).toEqual({ step: { at: 'idle' }, paid: [], fields })
  expect(next(refused, pressed).fields).toEqual([])
})

test('a gift from the wallet is paid at once, and thanked for again after a reload', () => {
  const given: GivingEvent = { type: 'given', gift }
  expect(after(pressed, given)).toEqual({ step: { at: 'idle' }, paid: [gift], fields: [] })
  expect(after(given)).toEqual({ step: { at: 'idle' }, paid: [gift], fields: [] })
  expect(after(pressed, started, { type: 'given', gift: other }).step).toEqual({ at: 'paying', gift })
})

test('while a payment is checked another gift may be given, and the first is still thanked for', () => {
  const checking = after(pressed, started, ended, answered('pending'))
  expect(checking.step).toEqual({ at: 'checking', gift })
  expect(next(checking, pressed)).toBe(checking)
  const second = [{ type: 'another' } as const, pressed, { type: 'started', gift: other } as const].reduce(
    next,
    checking,
  )
  const both = [answered('success'), ended, answered('success', other)].reduce(next, second)
  expect(both).toEqual({ step: { at: 'idle' }, paid: [gift, other], fields: [] })
})

test('a reply about a gift in the background never ends the one in front', () => {
  const paying = after(pressed, started)
  for (const status of ['failed', 'abandoned', 'needs_review', 'pending', 'reversed'] as const) {
    expect(next(paying, answered(status, other))).toEqual(paying)
  }
})

test('after a reload the gift is verified, and every final reply enables the form', () => {
  const resumed = after({ type: 'resumed', gift })
  expect(resumed.step).toEqual({ at: 'verifying', gift })
  for (const status of ['abandoned', 'reversed'] as const) {
    expect(next(resumed, answered(status))).toEqual(GIVING_START)
  }
  for (const status of ['failed', 'needs_review'] as const) {
    const failed = next(resumed, answered(status))
    expect(failed.step).toEqual({ at: 'failed', gift })
    expect(mayPay(failed)).toBe(true)
  }
  expect(next(resumed, { type: 'unknown', gift })).toEqual(GIVING_START)
})
