/** Every part of the design system is shown on /design and spoken of in docs/design-language.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')
const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsx'))
/** It stands in the root of every page; /design gives it something to say. */
const EVERYWHERE = new Set(['toaster.tsx'])

test('/design shows every part', () => {
  const folder = join(WEB, 'features/design')
  const sources = [join(WEB, 'pages/design.tsx'), ...readdirSync(folder).map((name) => join(folder, name))]
  const shown = sources.map((path) => readFileSync(path, 'utf8')).join('')
  expect(parts.filter((name) => !EVERYWHERE.has(name) && !shown.includes(`ui/${name}'`))).toEqual([])
})

test('the design language speaks of every part', () => {
  const page = readFileSync(join(WEB, '../docs/design-language.md'), 'utf8')
  expect(parts.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
