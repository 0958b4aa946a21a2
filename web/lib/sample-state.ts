/** What a drawn sample waits for, or why nothing of it is shown. */
import type { CallReply } from '../api/client.ts'
import { formatDay, formatDayAndTime } from './format-date.ts'
import { samples as words } from '#words/proof/samples.ts'

type Sample = CallReply<'GET /api/transparency/samples'>['samples'][number]

/** Why a sample has no answers. */
export function sampleState(sample: Pick<Sample, 'state' | 'void_reason' | 'round_at' | 'draw'>): string {
  const { state, void_reason: reason, round_at: roundAt, draw } = sample
  if (state === 'announced') return words.states.announced(formatDayAndTime(roundAt))
  if (state === 'drawn' && draw) return words.states.drawn(formatDay(draw.closes_at))
  return reason === null ? words.states.closed : words.states.void[reason]
}
