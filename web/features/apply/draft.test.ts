import { expect, test } from 'vitest'
import { isEmpty, isStored, newDraft, parseDraft, pathOf, type Draft } from './draft.ts'

const document = {
  id: 'd',
  name: 'bill.pdf',
  type: 'application/pdf',
  bytes: 9,
  label: 'The bill',
  stamp: 1,
  storedAt: null,
}
const full: Draft = {
  ...newDraft('amina@mail.example'),
  texts: { first_name: 'Amina', description: 'School fees' },
  documents: [document],
  earlier: ['https://aid.example/storage/v1/object/documents/u/1_a.pdf'],
  progress: { next: 'profile', userId: 'u', waiting: null },
}

test('is read back as it was stored', () => {
  expect(parseDraft(JSON.stringify(full))).toEqual(full)
})

test('keeps no password, even if one was stored in it', () => {
  const stored = { ...full, password: 'secret', texts: { ...full.texts, password: 'secret' } }
  expect(JSON.stringify(parseDraft(JSON.stringify(stored)))).not.toContain('secret')
})

test.each([
  null,
  'null',
  '{',
  '[]',
  '{"email":"a@b.example"}',
  JSON.stringify({ ...full, progress: { next: 'nowhere' } }),
  JSON.stringify({ ...full, texts: null }),
])('what is no draft is none: %s', (stored) => {
  expect(parseDraft(stored)).toBeNull()
})

test('broken entries are left out', () => {
  const stored = {
    ...full,
    texts: { phone: 7, email: 'a@b.example' },
    documents: [document, { id: 'e' }],
    earlier: [1],
  }
  expect(parseDraft(JSON.stringify(stored))).toMatchObject({
    texts: { email: 'a@b.example' },
    documents: [document],
    earlier: [],
  })
})

test('is empty until something is typed or chosen; two drafts never share a key', () => {
  expect(isEmpty(newDraft('amina@mail.example'))).toBe(true)
  expect(isEmpty({ ...newDraft(), texts: { phone: '  ' } })).toBe(true)
  expect(isEmpty({ ...newDraft(), texts: { phone: '0803' } })).toBe(false)
  expect(isEmpty({ ...newDraft(), documents: [document] })).toBe(false)
  expect(newDraft().key).toMatch(/^[0-9a-f]{32}$/)
  expect(newDraft().key).not.toBe(newDraft().key)
})

test('a document counts as stored only in its owner’s folder', () => {
  const stored = { ...document, storedAt: pathOf('u', document) }
  expect(stored.storedAt).toBe('u/1_bill.pdf')
  expect(isStored(stored, 'u')).toBe(true)
  expect(isStored(stored, 'other')).toBe(false)
  expect(isStored(stored, null)).toBe(false)
  expect(isStored(document, 'u')).toBe(false)
})
