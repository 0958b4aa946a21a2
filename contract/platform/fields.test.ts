/** Names and texts that look like others, or like nothing. */
import { describe, expect, test } from 'vitest'
import { cleanPersonName, nameText, personText } from './fields.ts'
import { tagName } from '../aid/tags.ts'

const HIDDEN = ['\u200B', '\u200D', '\u200F', '\u202E', '\u2066', '\u2800', '\u3164', '\u00AD', '\u115F', '\u034F']

describe.each(HIDDEN.map((sign) => [`U+${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`, sign] as const))(
  '%s',
  (_code, sign) => {
    test('is removed from a name and from a tag, and alone is neither', () => {
      for (const text of [`Amina${sign}Yusuf`, `${sign}AminaYusuf `])
        expect([nameText(100).parse(text), tagName.parse(text)]).toEqual(['AminaYusuf', 'AminaYusuf'])
      for (const text of [nameText(100), tagName]) expect(text.safeParse(sign).success).toBe(false)
      expect(cleanPersonName(` Amina${sign} Yusuf${sign}`)).toBe('Amina Yusuf')
    })

    test('alone is no text, and within words it is', () => {
      expect(personText(100).safeParse(sign.repeat(3)).success).toBe(false)
      expect(personText(100).safeParse(`Thank${sign} you`).success).toBe(true)
    })
  },
)

test('names of many languages are names', () => {
  for (const name of ['Ọlájùmọ̀kẹ́ Adébáyọ̀', 'Ɓaƙo Ƴar’Adua', 'N’Golo', 'محمد', '李小龍', 'Zoë-Ann O’Neil', ''])
    expect([name, nameText(100).safeParse(name).success]).toEqual([name, true])
})
