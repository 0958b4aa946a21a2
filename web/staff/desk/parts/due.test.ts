import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

const at = (day: string) => `2026-11-${day}T10:00:00Z`

test('a request is late once its date has passed', () => {
  expect(dueOf(at('20'), new Date(at('18')))).toEqual({ text: 'In 2 days', isLate: false })
  expect(dueOf(at('20'), new Date(at('22')))).toEqual({ text: '2 days late', isLate: true })
})

test('while its applicant is asked for papers, the date stands still, as on the server', () => {
  expect(dueOf(at('20'), new Date(at('28')), at('18'))).toEqual({ text: 'In 2 days', isLate: false })
  expect(dueOf(null, new Date(at('28')), at('18'))).toEqual({ text: 'Decided', isLate: false })
})
