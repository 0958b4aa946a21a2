/** Each action of the audit has a sentence about each subject, and a name in the filter. */
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../../contract/platform/admin-fields.ts'
import { auditName, auditSentence } from '#words/office/audit-sentences.ts'
import { describeFields } from './fields-in-words.ts'
import { subjectInWords, type Subjected } from './subject.tsx'

const about = (more: Partial<Subjected>): Subjected => ({
  subject: 'template',
  subject_id: '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f',
  case_number: null,
  amount: null,
  names: {},
  ...more,
})

test.each(AUDIT_ACTIONS)('%s has a sentence about whatever it can name', (action) => {
  const { before, object, after } = auditSentence(action)
  // A verb after the name, and an object.
  expect(before).toMatch(/^[a-z][a-z’ ]+ $/)
  expect(object).toMatch(/^[a-z][a-z’ ]+$/)
  for (const subject of AUDIT_SUBJECTS) {
    const named = subjectInWords(about({ subject }), object)
    expect(`Ngozi ${before}${named}${after}`).not.toMatch(/[{}]|undefined|\s\s|\s$/)
  }
  expect(auditName(action)).toMatch(/^[A-Z][a-z’, ]+$/)
})

test('no two actions have the same name in the filter', () => {
  expect(new Set(AUDIT_ACTIONS.map(auditName)).size).toBe(AUDIT_ACTIONS.length)
})

const SENTENCES: [Parameters<typeof auditSentence>[0], Partial<Subjected>, string][] = [
  [
    'disbursement.released',
    { subject: 'disbursement', case_number: 'T-10045-8', amount: 37_000 },
    'Ngozi released ₦37,000.00 for T-10045-8',
  ],
  ['application.assigned', { subject: 'application', case_number: 'T-10045-8' }, 'Ngozi assigned request T-10045-8'],
  ['application.assigned', { subject: 'application' }, 'Ngozi assigned a request'],
  ['list.read', { subject: 'list', subject_id: 'payouts' }, 'Ngozi read the list “Payouts”'],
  ['beneficiary.approved', { subject: 'beneficiary' }, 'Ngozi approved person 0d9f4c0e'],
  [
    'role.changed',
    { subject: 'account', names: { '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f': 'Musa' } },
    'Ngozi changed the roles of Musa',
  ],
  [
    'award.approved',
    { subject: 'award', case_number: 'T-10045-8', amount: 620_000 },
    'Ngozi approved to award ₦620,000.00 for T-10045-8, one more is needed',
  ],
]

test.each(SENTENCES)('%s of %o reads: %s', (action, event, sentence) => {
  const { before, object, after } = auditSentence(action)
  expect(`Ngozi ${before}${subjectInWords(about(event), object)}${after}`).toBe(sentence)
})

test('fields are told as a change, or alone where they had no value before', () => {
  const names = {}
  expect(describeFields({ before: { status: 'pending' }, after: { status: 'approved' }, names })).toEqual([
    'Status: Pending, now Approved',
  ])
  expect(describeFields({ before: null, after: { rows: 3, filters: '' }, names })).toEqual(['Rows: 3'])
  expect(describeFields({ before: { case: 'T-10045-8' }, after: { case: null }, names })).toEqual([
    'Request: T-10045-8, now –',
  ])
  expect(describeFields({ before: { tag: null }, after: { tag: 'x' }, names: { x: 'Kano' } })).toEqual(['Tag: Kano'])
  expect(describeFields({ before: null, after: null, names })).toEqual([])
})
