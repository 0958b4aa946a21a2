/** Replays what was recorded with the bare driver: the same statements in the same transactions, with values of its own. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Own } from './people.ts'
import type { Parameter, Step } from './recording.ts'

/** What belongs to one piece of work, for as long as it is under way. */
export interface Piece {
  readonly reference: string
  readonly began: number
  readonly made: Map<number, string | Buffer>
  /** Of whoever does it. */
  readonly own: Own
}

export function newPiece(own: Own): Piece {
  return { reference: newReference(), began: Date.now(), made: new Map(), own }
}

function newReference(): string {
  return `gift-${randomBytes(13).toString('hex')}`
}

/** Asks the provider, as the product would. */
export type AskProvider = (method: string, path: string, body: string | null) => Promise<void>

/** @returns what the last statement that found something found */
export async function replay(
  pool: Pool,
  steps: readonly Step[],
  piece: Piece,
  askProvider?: AskProvider,
): Promise<object[]> {
  let transaction: PoolClient | undefined
  let found: object[] = []
  try {
    for (const step of steps) {
      if (step.kind === 'provider') {
        await askProvider?.(step.method, text(step.path, piece), step.body && text(step.body, piece))
        continue
      }
      if (step.text === 'begin') transaction = await pool.connect()
      const { rows } = await (transaction ?? pool).query<object>({
        text: step.text,
        ...(step.name && { name: step.name }),
        values: step.parameters.map((parameter) => value(parameter, piece)),
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

function text(parameter: Parameter, piece: Piece): string {
  return String(value(parameter, piece))
}

function value(parameter: Parameter, piece: Piece): string | number | boolean | null | Buffer | string[] {
  switch (parameter.kind) {
    case 'constant':
      return parameter.value
    case 'with-reference':
      return parameter.before + piece.reference + parameter.after
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

function once({ made }: Piece, number: number, make: () => string | Buffer): string | Buffer {
  const known = made.get(number)
  if (known !== undefined) return known
  const value = make()
  made.set(number, value)
  return value
}
