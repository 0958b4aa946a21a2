/** Texts for people who ask for aid are of Flesch-Kincaid grade 7 or below. */
import { syllable } from 'syllable'
import { expect, test } from 'vitest'
import { aid } from './en-NG/aid/aid.ts'
import { aidPapers } from './en-NG/aid/aid-papers.ts'
import { appeal } from './en-NG/aid/appeal.ts'
import * as application from './en-NG/aid/applications.ts'
import * as byPhone from './en-NG/aid/by-phone.ts'
import * as claiming from './en-NG/aid/claiming.ts'
import * as complain from './en-NG/aid/complain.ts'
import * as confirming from './en-NG/aid/confirming.ts'
import * as forSomeone from './en-NG/aid/for-someone.ts'
import * as ownActs from './en-NG/aid/own-acts.ts'
import * as phoneAnswer from './en-NG/aid/phone-answer.ts'
import * as recipientWords from './en-NG/aid/recipient-words.ts'
import * as sentRequest from './en-NG/aid/sent-request.ts'
import * as standing from './en-NG/aid/standing.ts'
import * as start from './en-NG/aid/start.ts'

const GRADE_MAX = 7

/** A grade says something of whole sentences alone, and of no text of a few words. */
const WORDS_MIN = 8

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return /[.!?]$/.test(words) && words.split(' ').length >= WORDS_MIN ? [words] : []
  if (typeof words !== 'object' || words === null) return []
  return Object.values(words).flatMap(textsIn)
}

function gradeOf(text: string): number {
  const sentences = text.match(/[^.!?]+[.!?]/g) ?? []
  const words = sentences.flatMap((sentence) => sentence.match(/[\p{L}’'-]+|[\d,]+/gu) ?? [])
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

test.each(
  Object.entries({
    aid,
    aidPapers,
    appeal,
    application,
    byPhone,
    claiming,
    complain,
    confirming,
    forSomeone,
    ownActs,
    phoneAnswer,
    recipientWords,
    sentRequest,
    standing,
    start,
  }),
)('the texts of %s are at grade 7 or below', (_name, words) => {
  const texts = textsIn(words)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => gradeOf(text) > GRADE_MAX)).toEqual([])
})

test('a text for officials has a higher grade', () => {
  const text =
    'Applications necessitating supplementary documentation will be adjudicated subsequently by authorised representatives of the organisation.'
  expect(gradeOf(text)).toBeGreaterThan(GRADE_MAX)
})
