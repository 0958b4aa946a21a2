/** Tests which colleagues a note mentions. */
import { expect, test } from 'vitest'
import { mentionedIn, suggest, typedName } from './mentioned.ts'

const person = (name: string, id = name) => ({ user_id: id, full_name: name, email: `${id}@taimako.example` })
const halima = person('Halima Bello')
const longer = person('Halima Bello Musa')
const femi = person('Femi Ade')
const all = [femi, halima, longer]

test.each([
  ['@Halima Bello please call.', [halima]],
  ['@halima bello, and @Femi Ade', [femi, halima]],
  ['@Halima Bello Musa knows.', [longer]],
  ['Halima Bello knows, write to halima@mail.example', []],
  ['@Sarah Okoye', []],
])('%s', (text, expected) => {
  expect(mentionedIn(text, all)).toEqual(expected)
})

test('both of two colleagues with one name', () => {
  const twins = [person('Femi Ade', 'one'), person('Femi Ade', 'two')]
  expect(mentionedIn('@Femi Ade', twins)).toEqual(twins)
})

test.each([
  ['@', ''],
  ['Please, @hal', 'hal'],
  ['@Halima Be', 'Halima Be'],
  ['write to amina@mail', undefined],
  ['@Halima Bello knows who can help', undefined],
  ['', undefined],
])('what is typed in %s', (written, expected) => {
  expect(typedName(written)).toBe(expected)
})

test('a name is found by any of its words', () => {
  expect(suggest('', all)).toEqual(all)
  expect(suggest('be', all)).toEqual([halima, longer])
  expect(suggest('halima bello m', all)).toEqual([longer])
  expect(suggest('x', all)).toEqual([])
})
