/** docs/architecture.md draws which folder of the server imports which, and which reads the tables of which: these tests compare. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { circlesOf, readSources, type Edge } from '../test/support/imports.ts'

const SERVER = import.meta.dirname
const PAGE = readFileSync(join(SERVER, '../docs/architecture.md'), 'utf8')

/** Used by every folder, so their edges are not drawn. They import no feature. */
const GROUND = new Set(['contract', 'lib', 'env'])

/** Tables without a declaration in a `schema.ts`: only SQL uses them. */
const SQL_ONLY_TABLES: Readonly<Record<string, string>> = {
  instance: 'instance',
  jobs: 'lib',
  rate_limits: 'lib',
  ledger_accounts: 'ledger',
  ledger_checkpoints: 'ledger',
  book_checks: 'ledger',
  book_outages: 'ledger',
  sealed_days: 'ledger',
  monthly_gifts: 'ledger',
  audit_chain: 'audit',
  act_digests: 'audit',
  log_keys: 'log',
  log_entries: 'log',
  log_tile_roots: 'log',
  log_checkpoints: 'log',
  log_cosignatures: 'log',
  witness_sends: 'log',
  log_signing_stop: 'log',
  gift_lots: 'log',
  gift_turns: 'log',
  allocations: 'log',
  published_rows: 'log',
  published_payments: 'log',
  samples: 'log',
  sample_payments: 'log',
  sample_answers: 'log',
  audit_chain_state: 'audit',
}

/** The room of a file, by its path from server/: its folder, or its own name for the files directly in server/. */
function roomOf(path: string): string {
  const [first = '', ...rest] = path.split('/')
  if (first === '..') return rest[0] ?? ''
  if (rest.length > 0) return first
  const name = first.replace(/\.ts$/, '')
  if (name === 'main') return 'serve'
  return name.startsWith('env') ? 'env' : name
}

const files = readSources(SERVER).map(({ path, code, imports }) => ({ path, code, imports, room: roomOf(path) }))

const drawn = ({ from, to }: Edge) => `${from} ${to}`

/** Without those that are never drawn: within one room, and down to the ground. */
function edgesToDraw<E extends Edge>(edges: readonly E[]): E[] {
  return edges.filter(({ from, to }) => from !== to && !GROUND.has(to))
}

const imports = files.flatMap(({ path, room, imports }): Edge[] =>
  imports.map((imported) => ({ from: room, to: roomOf(imported), because: `${path} imports ${imported}` })),
)

/** Which table each exported name of a `schema.ts` stands for, and who owns it. */
const declaredTables = files.flatMap(({ path, room, code }) =>
  [...code.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name = '', table = '']) => ({
    path,
    room,
    name,
    table,
  })),
)
const ownerOf = new Map([
  ...Object.entries(SQL_ONLY_TABLES),
  ...declaredTables.map(({ table, room }) => [table, room] as const),
])

interface TableUse extends Edge {
  readonly writes: boolean
}

/** Uses of tables in SQL: `from x`, `join x`, the table of a list, `insert into x`, `update x`, `delete from x`. */
const sqlUses = files.flatMap(({ path, room, code }): TableUse[] =>
  [...code.matchAll(/\b(from|join|into|update|delete from|table:) (?:only |sql`)?(\w+)\b/g)].flatMap(
    ([, verb = '', table = '']) => {
      const owner = ownerOf.get(table)
      if (owner === undefined) return []
      return {
        from: room,
        to: owner,
        because: `${path} names ${table}`,
        writes: !/^(from|join|table:)$/.test(verb),
      }
    },
  ),
)

/** Uses of tables by their Drizzle objects, imported from the owner's `schema.ts`. */
const objectUses = files.flatMap(({ path, room, code }): TableUse[] =>
  [...code.matchAll(/import \{([^}]*)\} from '([^']*schema\.ts)'/g)].flatMap(([, names = '', from = '']) => {
    const schema = join(dirname(path), from)
    return declaredTables
      .filter((table) => table.path === schema && new RegExp(`(?<!type )\\b${table.name}\\b`).test(names))
      .map(({ name, room: owner }) => ({
        from: room,
        to: owner,
        because: `${path} uses ${name}`,
        writes: new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(code),
      }))
  }),
)

const tableUses = [...sqlUses, ...objectUses]

/** The arrows of the last diagram, `a & b --> c & d` split up. */
function arrows(arrow: '-->' | '-.->'): string[] {
  const diagram = [...PAGE.matchAll(/```mermaid\n(.*?)```/gs)].at(-1)?.[1] ?? ''
  const names = (side: string) => side.split('&').map((name) => name.trim())
  return diagram.split('\n').flatMap((line) => {
    const [left, right] = line.split(` ${arrow} `)
    if (left === undefined || right === undefined) return []
    return names(left).flatMap((from) => names(right).map((to) => `${from} ${to}`))
  })
}

function expectDrawn(edges: readonly Edge[], arrow: '-->' | '-.->') {
  const real = edgesToDraw(edges)
  const shown = new Set(arrows(arrow))
  expect(real.filter((edge) => !shown.has(drawn(edge))).map(({ because }) => because)).toEqual([])
  expect([...shown].filter((edge) => !real.map(drawn).includes(edge))).toEqual([])
}

test('every import between folders is drawn with -->, and no other', () => {
  expectDrawn(imports, '-->')
})

test("every reading of another folder's tables is drawn with -.->, and no other", () => {
  expectDrawn(tableUses, '-.->')
})

test('a table is written by its owner alone, and by the command that restores a backup', () => {
  const foreign = edgesToDraw(tableUses.filter(({ writes }) => writes)).filter(({ from }) => from !== 'commands')
  expect(foreign.map(({ because }) => because)).toEqual([])
})

test('contract, lib and env import no feature and use no table of one', () => {
  const upwards = edgesToDraw([...imports, ...tableUses]).filter(({ from }) => GROUND.has(from))
  expect(upwards.map(({ because }) => because)).toEqual([])
})

test('no two folders depend on each other, not even by way of others', () => {
  const circles = circlesOf(edgesToDraw([...imports, ...tableUses]))
  expect(circles.map(({ because }) => because)).toEqual([])
})

test('the table names every folder', () => {
  const rooms = [...new Set(files.map(({ room }) => room))].filter((room) => room !== 'contract')
  expect(
    rooms.filter((room) => !PAGE.includes(`\`server/${room}/\``) && !PAGE.includes(`\`server/${room}.ts\``)),
  ).toEqual([])
})
