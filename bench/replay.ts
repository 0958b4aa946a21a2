/** Replays a recording on the bare driver: the same statements in the same transactions, with new values. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Own } from './people.ts'
import type { Parameter, Single, Step, Value } from './recording.ts'

/** The values of one piece of work in progress. */
export interface Piece {
  readonly reference: string
  readonly began: number
  readonly made: Map<number, string | Buffer>
  /** The values of the user who does it. */
  readonly own: Own
}

export function newPiece(own: Own): Piece {
  return { reference: newReference(), began: Date.now(), made: new Map(), own }
}

function newReference(): string {
  return `gift-${randomBytes(13).toString('hex')}`
}

/** Calls the provider as the product would. */
export type CallProvider = (method: string, path: string, body: string | null) => Promise<void>

/** @returns the rows of the last statement that returned any */
export async function replay(
  pool: Pool,
  steps: readonly Step[],
  piece: Piece,
  callProvider?: CallProvider,
): Promise<object[]> {
  let transaction: PoolClient | undefined
  let found: object[] = []
  try {
    for (const step of steps) {
      if (step.kind === 'provider') {
        await callProvider?.(step.method, text(step.path, piece), step.body && text(step.body, piece))
        continue
      }
      if (step.text === 'begin') transaction = await pool.connect()
      const { rows } = await (transaction ?? pool).query<object>({
        text: step.text,
        ...(step.name && { name: step.name }),
        values: step.parameters.map((parameter) => valueOf(parameter, piece)),
      })
      if (rows.length > 0) found = rows
      if (step.text !== 'commit') continue
      transaction?.release()
      transaction = undefined
    }
    return found
  } finally {
    transaction?.release(true)
  }
}

const valueOf = (parameter: Parameter, piece: Piece) =>
  parameter.kind === 'list' ? parameter.items.map((item) => value(item, piece)) : value(parameter, piece)

function text(parameter: Single, piece: Piece): string {
  return String(value(parameter, piece))
}

function value(parameter: Single, piece: Piece): string | number | boolean | null | Buffer {
  switch (parameter.kind) {
    case 'constant':
      return parameter.value
    case 'text':
      return parameter.parts.map((part) => (typeof part === 'string' ? part : valueInText(part, piece))).join('')
    case 'moment':
      return new Date(piece.began + parameter.offset).toISOString()
    case 'own':
      return piece.own[parameter.what] ?? null
    case 'id':
      return once(piece, parameter.number, randomUUID)
    case 'reference':
      return once(piece, parameter.number, newReference)
    case 'bytes':
      return once(piece, parameter.number, () => randomBytes(parameter.length))
  }
}

function valueInText(part: Value, piece: Piece): string {
  if (part.kind === 'own-reference') return piece.reference
  return part.kind === 'own' ? (piece.own[part.what] ?? '') : String(once(piece, part.number, randomUUID))
}

function once({ made }: Piece, number: number, make: () => string | Buffer): string | Buffer {
  const known = made.get(number)
  if (known !== undefined) return known
  const value = make()
  made.set(number, value)
  return value
}
