import { expect, test } from 'vitest'
import { readReceiptCode } from './receipt-code.ts'

const CODE = '0123456789abcdefghjkmnpqrs'

test.each([
  CODE,
  CODE.toUpperCase(),
  ` 0123 4567 89AB cdef-ghjk\nmnpq rs `,
  `https://taimako.example/receipts/${CODE}`,
  `taimako.example/Receipts/${CODE}/?from=mail#top`,
  'O1234S6789abcdefghjkmnpqrs'.replace('S', '5').replace('1', 'l'),
])('reads the code of %j', (typed) => {
  expect(readReceiptCode(typed)).toBe(CODE)
})

test.each(['', '0123', `${CODE}x`, 'https://taimako.example/donate', `${CODE.slice(1)}₦`])(
  'reads no code in %j',
  (typed) => expect(readReceiptCode(typed)).toBeUndefined(),
)
