import { expect, test } from 'vitest'
import { cleanCode } from './typed-codes.ts'

test.each([
  'ab01c-d1fg',
  ' AB01 CD1FG ',
  'abO1c–dIfg',
  'ab0lc\u2011d1fg',
  '\u200Eab01c.d1fg\u200B',
  'ab01c\u00A0\u2212 d1fg',
])('reads the same code in %j', (typed) => expect(cleanCode(typed)).toBe('ab01cd1fg'))
