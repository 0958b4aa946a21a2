import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILENAME_CHARACTERS_MAX } from '../../contract/aid/document-limits.ts'
import { asJpegName, cleanName, faultOfFile, typeOfBytes } from './file-rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

describe('what a file is', () => {
  test.each([
    ['%PDF-1.7', 'application/pdf'],
    ['\r\n%PDF-1.7', 'application/pdf'],
    ['<!doctype html>%PDF-1.7', null],
    ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
    ['\u0089PNG\r\n', 'image/png'],
    ['RIFF\u0001\n\u0002\u0003WEBPVP8 ', 'image/webp'],
    ['PK\u0003\u0004', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('is told by its first bytes: %j', (text, type) => {
    expect(typeOfBytes(bytes(text))).toBe(type)
  })

  test.each(['MZ\u0090\u0000', '#!/bin/sh', '<html>', 'GIF89a', ''])('any other content is refused: %j', (text) => {
    expect(typeOfBytes(bytes(text))).toBeNull()
  })

  test('a file may have 10 MB, and not a byte more', () => {
    expect(faultOfFile(10 * 1024 * 1024, 'application/pdf')).toBeNull()
    expect(faultOfFile(10 * 1024 * 1024 + 1, 'application/pdf')).toBe('large')
    expect(faultOfFile(0, null)).toBe('empty')
    expect(faultOfFile(5, null)).toBe('type')
  })
})

describe('the name of a file', () => {
  test.each([
    ['Ìwé ọmọ mi.pdf', 'Ìwé ọmọ mi.pdf'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['a\u0000b\u202Efdp.exe', 'a b fdp.exe'],
    ['50% off? #1.pdf', '50 off 1.pdf'],
    ['  ', 'document'],
    ['...', 'document'],
    [`${'x'.repeat(300)}.docx`, `${'x'.repeat(194)}.docx`],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean)
  })

  // The storage's rule: at most 200 characters, no control characters, none of / \\ ? # %.
  const TAKEN = /^[^\p{Cc}\p{Zl}\p{Zp}/\\?#%]{1,200}$/u

  test('the storage accepts every cleaned name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const clean = cleanName(name)
        expect(clean.length).toBeLessThanOrEqual(FILENAME_CHARACTERS_MAX)
        expect(clean.isWellFormed() && clean.trim() !== '' && TAKEN.test(clean)).toBe(true)
      }),
    )
  })

  test('a picture converted to JPEG is named as one', () => {
    expect(asJpegName('scan.png')).toBe('scan.jpg')
    expect(asJpegName('photo.JPEG')).toBe('photo.JPEG')
    expect(asJpegName('photo')).toBe('photo.jpg')
  })
})
