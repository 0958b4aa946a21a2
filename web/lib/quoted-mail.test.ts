/** Tests which parts of a mail are folded. Nothing is ever left out. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitQuoted } from './quoted-mail.ts'

const own = (text: string) =>
  splitQuoted(text)
    .filter(({ isQuoted }) => !isQuoted)
    .map((part) => part.text.trim())
    .filter((part) => part !== '')

test.each<[string, string, string[]]>([
  [
    'an answer above',
    'Thank you.\nIt worked.\n\nOn Tue, 24 Nov 2026, Taimako wrote:\n> Register first.',
    ['Thank you.\nIt worked.'],
  ],
  [
    'answers between the questions',
    'Hello,\n> Which school?\nMaryland Primary\n> and which term?\nThe second term. It is 45,000.',
    ['Hello,', 'Maryland Primary', 'The second term. It is 45,000.'],
  ],
  ['an answer below', 'On 24 Nov 2026 Taimako wrote:\n> Which school?\n\nMaryland Primary', ['Maryland Primary']],
  [
    'a sentence that begins like a head',
    'The school needs 45,000 by Friday.\nFrom: Kano to Abuja the bus costs 12,000.\nThank you',
    ['The school needs 45,000 by Friday.\nFrom: Kano to Abuja the bus costs 12,000.\nThank you'],
  ],
  [
    'a wrapped introduction',
    'Yes.\nOn Tue, 24 Nov 2026 at 10:00, Taimako <reply@in.example.org>\nwrote:\n> Which school?',
    ['Yes.'],
  ],
  [
    'an introduction in French',
    'Oui.\nLe mar. 24 nov. 2026 à 10:00, Taimako <a@b.example> a écrit :\n> Quelle école ?',
    ['Oui.'],
  ],
  [
    'a head of four lines',
    'Yes.\n\nFrom: Taimako <a@b.example>\nSent: Tuesday\nTo: Amina\nSubject: Fees\n\nWhich school?',
    ['Yes.'],
  ],
  ['a separator', 'Yes.\n\n-----Original Message-----\nFrom: Taimako\nWhich school?', ['Yes.']],
  [
    'a question of the person above a quotation',
    'My question:\n> Which school?\nMaryland',
    ['My question:', 'Maryland'],
  ],
  ['a quotation alone', '> only a quote', []],
  ['no quotation', 'Government College, Kano.', ['Government College, Kano.']],
])('%s', (_name, text, expected) => {
  expect(own(text)).toEqual(expected)
})

test('nothing is left out, whatever is written', () => {
  const line = fc.constantFrom(
    '',
    '> q',
    'On 1 Nov 2026 X wrote:',
    'From: a',
    'Sent: b',
    '____________',
    'words',
    'wrote:',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n')
      expect(
        splitQuoted(text)
          .map((part) => part.text)
          .join('\n'),
      ).toBe(text)
    }),
    { seed: 29 },
  )
})
