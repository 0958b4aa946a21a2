/** docs/architecture.md draws who imports whom. What it draws is what there is. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = import.meta.dirname
const PAGE = readFileSync(join(SERVER, '../docs/architecture.md'), 'utf8')

/** Known to everybody, so their edges are not drawn. They themselves know no room. */
const GROUND = new Set(['contract', 'lib', 'env'])

/** The room that a file stands in: its folder, or its own name at the top. */
function roomOf(path: string): string {
  const [first = '', ...rest] = relative(SERVER, path).split('/')
  if (first === '..') return rest[0] ?? ''
  if (rest.length > 0) return first
  const name = first.replace(/\.ts$/, '')
  if (name === 'main') return 'serve'
  return name.startsWith('env') ? 'env' : name
}

function importedBy(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)[\s(]*'(\.{1,2}\/[^']+)'/g)
  return [...found].map(([, path = '']) => join(dirname(file), path))
}

const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(SERVER, name))

function realEdges(): Set<string> {
  const edges = files.flatMap((file) => importedBy(file).map((path) => [roomOf(file), roomOf(path)] as const))
  return new Set(edges.filter(([from, to]) => from !== to).map(([from, to]) => `${from} --> ${to}`))
}

/** The edges of the last diagram, `a & b --> c & d` taken apart. */
function drawnEdges(): Set<string> {
  const diagram = [...PAGE.matchAll(/```mermaid\n(.*?)```/gs)].at(-1)?.[1] ?? ''
  const names = (side: string) => side.split('&').map((name) => name.trim())
  const edges = [...diagram.matchAll(/^ *([\w &]+?) --> ([\w &]+)$/gm)].flatMap(([, from = '', to = '']) =>
    names(from).flatMap((each) => names(to).map((other) => `${each} --> ${other}`)),
  )
  return new Set(edges)
}

const fromRooms = (edges: ReadonlySet<string>) => [...edges].filter((edge) => !GROUND.has(edge.split(' --> ')[1] ?? ''))

test('every import between rooms is drawn, and nothing else is', () => {
  expect([...drawnEdges()].toSorted()).toEqual(fromRooms(realEdges()).toSorted())
})

test('the ground knows no room', () => {
  const upwards = fromRooms(realEdges()).filter((edge) => GROUND.has(edge.split(' --> ')[0] ?? ''))
  expect(upwards).toEqual([])
})

test('no room knows one that knows it', () => {
  let left = fromRooms(realEdges()).map((edge) => edge.split(' --> '))
  for (let before = -1; left.length !== before;) {
    before = left.length
    const knowing = new Set(left.map(([from]) => from))
    left = left.filter(([, to]) => knowing.has(to))
  }
  expect(left).toEqual([])
})

test('the table names every room', () => {
  const rooms = [...new Set(files.map(roomOf))].filter((room) => room !== 'contract')
  expect(
    rooms.filter((room) => !PAGE.includes(`\`server/${room}/\``) && !PAGE.includes(`\`server/${room}.ts\``)),
  ).toEqual([])
})
