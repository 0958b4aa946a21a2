/** Replays a recorded gift with the bare driver: the same statements in the same transactions, with values of its own. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Parameter, Payer, Step } from './recording.ts'

/** What belongs to one gift, for as long as it is under way. */
export interface Gift {
  readonly reference: string
  readonly began: number
  readonly own: Map<number, string | Buffer>
  readonly payer: Payer | undefined
}

export function newGift(payer?: Payer): Gift {
  return { reference: `gift-${randomBytes(13).toString('hex')}`, began: Date.now(), own: new Map(), payer }
}

/** Asks the provider, as the product would. */
export type AskProvider = (method: string, path: string, body: string | null) => Promise<void>

export async function replay(pool: Pool, steps: readonly Step[], gift: Gift, askProvider?: AskProvider): Promise<void> {
  let transaction: PoolClient | undefined
  try {
    for (const step of steps) {
      if (step.kind === 'provider') {
        await askProvider?.(step.method, text(step.path, gift), step.body && text(step.body, gift))
        continue
      }
      if (step.text === 'begin') transaction = await pool.connect()
      await (transaction ?? pool).query({
        text: step.text,
        ...(step.name && { name: step.name }),
        values: step.parameters.map((parameter) => value(parameter, gift)),
      })
      if (step.text !== 'commit') continue
      transaction?.release()
      transaction = undefined
    }
  } finally {
    transaction?.release(true)
  }
}

function text(parameter: Parameter, gift: Gift): string {
  return String(value(parameter, gift))
}

function value(parameter: Parameter, gift: Gift): string | number | boolean | null | Buffer {
  switch (parameter.kind) {
    case 'constant':
      return parameter.value
    case 'with-reference':
      return parameter.before + gift.reference + parameter.after
    case 'moment':
      return new Date(gift.began + parameter.offset).toISOString()
    case 'payer':
      return gift.payer?.[parameter.what] ?? null
    case 'id':
      return own(gift, parameter.number, randomUUID)
    case 'bytes':
      return own(gift, parameter.number, () => randomBytes(parameter.length))
  }
}

function own(gift: Gift, number: number, make: () => string | Buffer): string | Buffer {
  const known = gift.own.get(number)
  if (known !== undefined) return known
  const made = make()
  gift.own.set(number, made)
  return made
}
