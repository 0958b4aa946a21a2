/** A language stays off until someone has signed its catalogue. */
import { expect, test } from 'vitest'
import { draftLanguages, hiddenPages, languageStates, shownLanguages } from './languages.ts'

test('a language is off until its catalogue has both a name and a date', () => {
  const unsigned = { 'review.by': '', 'review.on': '' }
  const signed = { 'review.by': 'Amina Yusuf', 'review.on': '1 December 2026' }
  expect(draftLanguages({ ha: unsigned, pcm: unsigned })).toEqual(['ha', 'pcm'])
  expect(draftLanguages({ ha: { ...signed, 'review.on': '' }, pcm: signed })).toEqual(['ha'])
  expect(draftLanguages({ ha: signed, pcm: signed })).toEqual([])
  expect(hiddenPages({ showsDraftLanguages: true })).toEqual([])
  // No one has signed these two: whoever does changes these lines.
  expect(shownLanguages({ showsDraftLanguages: false })).toEqual([])
  expect(hiddenPages({ showsDraftLanguages: false })).toContain('/ha/aid')
})

test('staff see of each how much is translated, whether someone reviewed it, and whether visitors read it', () => {
  const states = languageStates({ showsDraftLanguages: false })
  expect(states.map(({ name, review, is_shown }) => [name, review, is_shown])).toEqual([
    ['Hausa', null, false],
    ['Pidgin', null, false],
  ])
  expect(states.filter(({ complete, of }) => complete !== of || of < 300)).toEqual([])
})
