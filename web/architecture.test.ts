/** docs/architecture.md draws the folders of web/ from top to bottom: each imports only those below it. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { circlesOf, readSources, type Edge } from '../test/support/imports.ts'

const WEB = import.meta.dirname
const PAGE = readFileSync(join(WEB, '../docs/architecture.md'), 'utf8')
const CHAIN = /^ *(root --> [\w -]+(?: --> [\w -]+)*)$/m

const order = CHAIN.exec(PAGE)?.[1]?.split(' --> ') ?? []

/** The folder of web/ that a path is in; `root` and `page-meta` are files directly in web/, and `contract` is beside it. */
function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  if (first === '..') return second
  return second === '' && first !== 'page-meta.ts' ? 'root' : first.replace(/\.ts$/, '')
}

const imports = readSources(WEB).flatMap(({ path, imports }): Edge[] =>
  imports.map((to) => ({ from: path, to, because: `${path} imports ${to}` })),
)

/** `features/wallet` of `features/wallet/history.tsx`. */
const featureOf = (path: string) => /^features\/[^/]+/.exec(path)?.[0]

const because = (edges: readonly Edge[]) => edges.map((edge) => edge.because)

test('each folder imports only folders below it', () => {
  const code = imports.filter(({ to }) => /\.tsx?$/.test(to))
  const upwards = code.filter(({ from, to }) => {
    const [upper, lower] = [order.indexOf(areaOf(from)), order.indexOf(areaOf(to))]
    return upper === -1 || upper > lower
  })
  expect(order).toContain('features')
  expect(because(upwards)).toEqual([])
})

test('no feature imports another', () => {
  const across = imports.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))
  expect(because(across)).toEqual([])
})

test('only the pages of administrators import the staff screens', () => {
  const others = imports.filter(({ from, to }) => to.startsWith('staff/') && !/^(staff\/|pages\/admin-)/.test(from))
  expect(because(others)).toEqual([])
})

/** `staff/aid/queue`, `features/give`: a folder of screens, or the file itself directly in a domain or a feature. */
const partOf = (path: string) => (path.split('/').length > 3 ? dirname(path) : path)

test('no two folders of screens import each other', () => {
  const parts = imports
    .filter(({ from, to }) => [from, to].every((path) => /^(?:staff|features)\//.test(path)))
    .map((edge) => ({ from: partOf(edge.from), to: partOf(edge.to), because: edge.because }))
  expect(because(circlesOf(parts))).toEqual([])
})
