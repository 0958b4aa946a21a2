/** Catalogues say the same as English with the same values and figures, in the plurals of their language. */
import { readFileSync } from 'node:fs'
import MessageFormat from '@messageformat/core'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type LanguageTag } from '../../contract/platform/language-tags.ts'
import { englishNews } from '../../contract/aid/news-words.ts'
import { englishAccountNews } from '../../contract/people/account-words.ts'
import { englishPlain } from '../../contract/aid/plain-words.ts'
import { englishMailFrame, NAMED_IN_MAILS } from '../../contract/platform/mail-words.ts'
import { site } from './site.ts'
import { translate, untranslated } from './translate.ts'

const read = (tag: LanguageTag) => {
  const path = new URL(`../../contract/languages/${tag}.json`, import.meta.url)
  const {
    'review.by': _by,
    'review.on': _on,
    ...messages
  } = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
  return messages
}

/** Everything that the files of English words export, by its name. */
const english = new Map(
  Object.values(import.meta.glob<Record<string, unknown>>('./en-NG/**/*.ts', { eager: true })).flatMap((file) =>
    Object.entries(file),
  ),
)
// The server's own: a form that it makes, and what it sends.
english.set('plain', englishPlain())
english.set('requestNews', englishNews())
english.set('accountNews', englishAccountNews())
english.set('mailFrame', englishMailFrame())

/** Objects that several files share have one name: that of the first. */
const seen = new Set<object>()

/** Every word below a name: a text, or a function that makes one. */
function wordsIn(name: string, words: unknown): [string, unknown][] {
  if (typeof words !== 'object' || words === null) return [[name, words]]
  if (seen.has(words)) return []
  seen.add(words)
  return Object.entries(words).flatMap(([key, each]) => wordsIn(`${name}.${key}`, each))
}

/** Large files of which applicants meet a part: the rest stays English. */
const PARTLY = new Set(['session', 'recoveryCodes', 'ui', 'shell'])
const rooms = new Set(['applicationNames', ...Object.keys(read('ha')).map((name) => name.split('.', 1)[0] ?? '')])
const words = new Map([...rooms].flatMap((room) => wordsIn(room, english.get(room))))

/** Values that no text has by itself: numbers, which also stand for texts. */
const GIVEN = [71_001, 71_002, 71_003]
const said = (word: unknown): string => (typeof word === 'function' ? z.string().parse(word(...GIVEN)) : String(word))

/** Parts that a reader must find in every language: figures, values and the organisation’s name. */
const facts = (text: string) => [
  ...new Set(text.replaceAll(/(?<=\d)[,\u00A0 ](?=\d)/g, '').match(/\d+|\{\w+\}/g)),
  ...(text.includes(site.name) ? [site.name] : []),
]

test.each(LANGUAGE_TAGS)('%s has every message, with the figures and values of the English one', (tag) => {
  const messages = read(tag)
  const isWanted = (name: string) => name in messages || !PARTLY.has(name.split('.', 1)[0] ?? '')
  const wanted = [...words].filter(([name]) => isWanted(name))
  expect(Object.keys(messages).toSorted()).toEqual(wanted.map(([name]) => name).toSorted())
  const compiler = new MessageFormat(tag)
  for (const [name, word] of wanted) {
    const text = compiler.compile(messages[name] ?? '')({
      name: site.name,
      ...site.said,
      ...NAMED_IN_MAILS,
      ...Object.fromEntries(GIVEN.entries()),
    })
    expect([name, facts(text).toSorted()]).toEqual([name, facts(said(word)).toSorted()])
  }
})

/** The English word as a message, with a plural form where one is said in other words than many. */
function messageOf(name: string, word: unknown): string {
  const many = withNames(name, withPlaces(said(word), GIVEN))
  if (typeof word !== 'function') return many
  for (const [at, value] of GIVEN.slice(0, word.length).entries()) {
    const values = GIVEN.with(at, 1)
    const one = z.string().parse(word(...values))
    if (one !== said(word).replaceAll(figure(value), '1'))
      return `{${at}, plural, one {${withNames(name, withPlaces(one, values))}} other {${many}}}`
  }
  return many
}

const figure = (value: number) => new RegExp(`(?<!\\d)(${value}|${value.toLocaleString('en')})(?!\\d)`, 'g')
const withPlaces = (text: string, values: readonly number[]) =>
  [...values.entries()]
    .toSorted(([, a], [, b]) => a - b)
    .reduce((message, [at, value]) => message.replaceAll(figure(value), `{${at}}`), text)

/** The name of the organisation as the catalogues have it: mails call it otherwise. */
const hausa = read('ha')
const withNames = (name: string, text: string) =>
  text.replaceAll(site.name, hausa[name]?.includes('{organisation}') ? '{organisation}' : '{name}')

test('translators have the English of every message beside it', async () => {
  const source = [...words].map(([name, word]) => [name, messageOf(name, word)] as const)
  const known = source.filter(([name]) => name in hausa)
  const file = `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`
  await expect(file).toMatchFileSnapshot('../../contract/languages/en.json')
})

test.each(LANGUAGE_TAGS)('%s has the plural forms of its language, and is written as it is in newspapers', (tag) => {
  const plurals = new Set(new Intl.PluralRules(tag).resolvedOptions().pluralCategories)
  for (const [name, text] of Object.entries(read(tag))) {
    expect([name, text.normalize('NFC')]).toEqual([name, text])
    // A hook is a letter of its own; the Pidgin of newspapers has no accents.
    expect([name, tag === 'ha' ? /[kbdy]['’](?=[aeiou])/i.test(text) : /[^ -~’“”…–₦\u00A0]/.test(text)]).toEqual([
      name,
      false,
    ])
    if (!text.includes(', plural,')) continue
    // A compiled # is formatted by Intl, which in Chromium does not know the language.
    expect([name, text.includes('#')]).toEqual([name, false])
    const forms = [...text.matchAll(/\b(zero|one|two|few|many|other) \{/g)].map((found) => found[1])
    expect([name, new Set(forms)]).toEqual([name, plurals])
  }
})

afterEach(() => {
  globalThis.taimakoLanguage = undefined
})

test('a message stands in place of the English words; one that is missing leaves them', () => {
  const messages = { 'room.call': (values: Readonly<Record<string, unknown>>) => `Kira ${String(values[0])}` }
  globalThis.taimakoLanguage = { tag: 'ha', name: LANGUAGE_NAMES.ha, review: null, messages }
  const room = { call: (phone: string) => `Call ${phone}`, inner: { write: 'Write' } }
  translate('room', room)
  expect([room.call('0803'), room.inner.write]).toEqual(['Kira 0803', 'Write'])
  expect([...untranslated]).toEqual(['Write'])
})

test('a limit, a last day, a consent and the button to press are in Hausa what they are in English', () => {
  const limits = [...words].filter(([name, word]) => name in hausa && /\b(?:at most|up to)\b/i.test(said(word)))
  const isLimit = (text = '') => /mafi yawa|\bhar\b|kaɗai|kawai|aƙalla/.test(text)
  expect(limits.map(([name]) => name).filter((name) => !isLimit(hausa[name]))).toEqual([])
  // The day itself counts: without `ko a`, it says before that day.
  expect(Object.entries(hausa).filter(([, text]) => /\bkafin(?: \{0\}|$)/.test(text))).toEqual([])
  expect(hausa['forSomeone.consent']).toMatch(/abin da nake aikawa da cewa ni nake aikawa/)
  expect(hausa['aidStart.beginLead']).toContain('Aika')
})
