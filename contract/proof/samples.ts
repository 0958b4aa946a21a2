/**
 * Checks how samples were drawn from what everyone reads in the log: announced first, and the seed is made of the checkpoint after the
 * announcement and of a value that the beacon signed for the announced round. Auditors also see that what was drawn followed that seed.
 */
import { BEACON_GENESIS_SECONDS, BEACON_PERIOD_SECONDS, BEACONS } from './beacon.ts'
import { fromHex, isSignedByBeacon, type ShortSignatures } from './beacon-signature.ts'
import { isSame, sha256, toHex } from './bytes.ts'
import type { ClearEntry } from './clear-entries.ts'
import { provenRoot, type Head, type Tree } from './merkle.ts'
import type { Opening } from './opening.ts'

interface Step {
  readonly index: number
  of(name: string): string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const stepsOf = (entries: readonly ClearEntry[], name: string): Step[] =>
  entries
    .filter(({ values }) => values['type'] === 'sample' && values['step'] === name)
    .map(({ index, values }) => ({ index, of: (field) => textOf(values[field]) }))

export interface SampleCheck {
  readonly drawn: number
  /** Sentences, each about one sample. */
  readonly faults: readonly string[]
  /** What could not be checked here. */
  readonly notes: readonly string[]
}

/** @param signatures undefined where @noble/curves is not there: the beacon's signature is not checked then */
export async function checkSamples(
  entries: readonly ClearEntry[],
  { head, readTile, signatures }: { head: Head; readTile: Tree['readTile']; signatures: ShortSignatures | undefined },
): Promise<SampleCheck> {
  const announcements = stepsOf(entries, 'announced')
  const draws = stepsOf(entries, 'drawn')
  const faults: string[] = []
  const notes: string[] = []
  for (const draw of draws) {
    const sample = draw.of('sample')
    const announced = announcements.find((each) => each.of('sample') === sample)
    const same = draws.filter((each) => each.of('period') === draw.of('period'))
    const add = (what: string) => faults.push(`sample ${sample}: ${what}`)
    if (same.length > 1 && same[0] === draw) add(`${draw.of('period')} was drawn ${same.length} times`)
    if (!announced) add('it was drawn without an announcement')
    else {
      for (const fault of orderFaults(announced, draw)) add(fault)
      const value = await checkValue(announced, draw, signatures)
      if (value.fault) add(value.fault)
      if (value.note) notes.push(`sample ${sample}: ${value.note}`)
    }
    if (!(await isOfCheckpoint(draw, head, readTile)))
      add(`the first ${draw.of('checkpoint')} entries have a different root`)
    const seed = toHex(await sha256(fromHex(draw.of('root')), fromHex(draw.of('randomness'))))
    if (seed !== draw.of('seed')) add('the seed is not the hash of the root and the random value')
  }
  return { drawn: draws.length, faults, notes }
}

/** The announcement was in the checkpoint, and the round was published later than that day began. */
function orderFaults(announced: Step, draw: Step): string[] {
  const roundAt = (BEACON_GENESIS_SECONDS + (Number(announced.of('round')) - 1) * BEACON_PERIOD_SECONDS) * 1000
  return [
    ...(announced.index < Number(draw.of('checkpoint')) && Number(draw.of('checkpoint')) <= draw.index
      ? []
      : ['the checkpoint does not cover the announcement']),
    ...(announced.of('period') === draw.of('period') ? [] : ['another quarter was announced']),
    ...(Date.parse(announced.of('day')) < roundAt ? [] : ['the random value existed before the announcement']),
  ]
}

async function checkValue(announced: Step, draw: Step, signatures: ShortSignatures | undefined) {
  const [round, signature] = [Number(announced.of('round')), draw.of('signature')]
  const beacon = Object.values(BEACONS).find(({ name }) => name === announced.of('beacon'))
  const where = `round ${round} of ${announced.of('beacon')}`
  if (!beacon) return { fault: `the beacon ${announced.of('beacon')} is not known` }
  if (signature === '')
    return { note: `the entry has no signature of ${where}; compare the value ${draw.of('randomness')}` }
  if (toHex(await sha256(fromHex(signature))) !== draw.of('randomness'))
    return { fault: 'the random value is not the hash of its signature' }
  if (!signatures)
    return {
      note: `the signature of ${where} was not checked here: it needs the package @noble/curves beside this file`,
    }
  if (!(await isSignedByBeacon(signatures, { publicKey: beacon.publicKey, round, signature })))
    return { fault: `the random value was not signed for ${where}` }
  return beacon === BEACONS.sandbox ? { note: 'its random value is that of the sandbox, which proves nothing' } : {}
}

async function isOfCheckpoint(draw: Step, head: Head, readTile: Tree['readTile']): Promise<boolean> {
  const size = Number(draw.of('checkpoint'))
  if (!Number.isInteger(size) || size < 1 || size > head.size) return false
  return isSame(await provenRoot(head, readTile, size), fromHex(draw.of('root')))
}

/** Auditors see which payments were drawn: each by the seed, the checkpoint and the quarter of its sample. */
export function drawnFaults(entries: readonly ClearEntry[], openings: Iterable<Opening>): string[] {
  const draws = stepsOf(entries, 'drawn')
  const faults: string[] = []
  for (const { type, row, fields } of openings) {
    if (type !== 'sampled') continue
    const value = (name: string) => fields.find((field) => field.name === name)?.value ?? ''
    const draw = draws.find((each) => each.of('sample') === value('sample'))
    const differs = ['seed', 'checkpoint', 'period'].filter((name) => draw?.of(name) !== value(name))
    if (differs.length > 0)
      faults.push(`sample_payments ${row} ${differs.join(', ')}: not as sample ${value('sample')} was drawn`)
  }
  return faults
}
