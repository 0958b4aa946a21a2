/** Every part of the design system is shown on /design and described in docs/design-language.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')
const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsx'))
/** Part of every page's root; /design gives it something to show. */
const EVERYWHERE = new Set(['toaster.tsx'])

test('/design shows every part', () => {
  const folder = join(WEB, 'features/design')
  const sources = [join(WEB, 'pages/design.tsx'), ...readdirSync(folder).map((name) => join(folder, name))]
  const shown = sources.map((path) => readFileSync(path, 'utf8')).join('')
  expect(parts.filter((name) => !EVERYWHERE.has(name) && !shown.includes(`ui/${name}'`))).toEqual([])
})

test('the design language describes every part', () => {
  const page = readFileSync(join(WEB, '../docs/design-language.md'), 'utf8')
  expect(parts.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
