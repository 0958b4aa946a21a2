/** Every file that a document or a comment refers to exists. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = '{docs,contract,server,web,test,bench,faults,scripts,deploy,migrations}'

const found = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const documents = found('*.md', `${FOLDERS}/**/*.md`)
const sources = found('*.ts', `${FOLDERS}/**/*.{ts,tsx,mjs,css,sql}`)

const missing = (named: readonly { path: string; to: string }[]) =>
  named.filter(({ to }) => !existsSync(join(ROOT, to))).map(({ path, to }) => `${path} → ${to}`)

test('every relative link of a document leads to a file or a folder', () => {
  const links = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, to = '']) => ({ path, to: join(dirname(path), to) })),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(missing(links)).toEqual([])
})

test('every path in a document exists', () => {
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\`(${FOLDERS.replace(/[{}]/g, '').split(',').join('|')})(/[\\w./@-]*)\``, 'g'))].map(
      ([, folder = '', rest = '']) => ({ path, to: folder + rest }),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(missing(named)).toEqual([])
})

test('every document in a comment exists, also decisions by number', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:docs|contracts)\/[\w./-]*\.md\b|\b(?:design|spec|auth|paystack)\.md\b/g)].map(([to]) => ({
      path,
      to,
    })),
  )
  const decisions = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions?[ /](0\d{3})\b/g)].map(([, number = '']) => ({ path, number })),
  )
  const known = new Set(
    globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => relative('docs/decisions', file).slice(0, 4)),
  )
  expect(missing(named)).toEqual([])
  expect(decisions.filter(({ number }) => !known.has(number))).toEqual([])
  expect(named.length + decisions.length).toBeGreaterThan(40)
})
