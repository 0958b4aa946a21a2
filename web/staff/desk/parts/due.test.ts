import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

const at = (day: string) => `2026-11-${day}T10:00:00Z`
const due = { due_at: at('20'), waiting_since: null }

test('a request is late once its date has passed', () => {
  expect(dueOf(due, new Date(at('18')))).toEqual({ text: 'In 2 days', isLate: false })
  expect(dueOf(due, new Date(at('22')))).toEqual({ text: '2 days late', isLate: true })
})

test('while its applicant is asked for papers, the date stands still, as on the server', () => {
  const waiting = { ...due, waiting_since: at('18') }
  expect(dueOf(waiting, new Date(at('28')))).toEqual({ text: 'In 2 days', isLate: false })
  const askedLate = { ...due, waiting_since: at('22') }
  expect(dueOf(askedLate, new Date(at('28')))).toEqual({ text: 'When they answer', isLate: false })
  expect(dueOf({ ...waiting, due_at: null }, new Date(at('28')))).toEqual({ text: 'Decided', isLate: false })
})
