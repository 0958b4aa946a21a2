/** Every part of the design system is described in docs/design-language.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the design language describes every part', () => {
  const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsx'))
  const page = readFileSync(join(import.meta.dirname, '../../docs/design-language.md'), 'utf8')
  expect(parts.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
