/**
 * What changes on the server while pages are open. One tab of a browser reads the stream and hands it to the others. Nothing is read
 * while a tab is hidden: when it is shown again, it is told to load anew.
 */
import type { StaffEvent } from '../../../../contract/feed.ts'
import { STAFF_EVENT_KINDS } from '../../../../contract/queue-fields.ts'
import { isRecord } from '../../../api/is-record.ts'
import { sleep } from '../../../api/sleep.ts'
import { sendRequest } from '../../../api/client.ts'
import type { Bearer } from '../../../api/authorization.ts'

/** `anew`: events may have been missed, so compare what is on the screen with the server. */
export type Told = StaffEvent | 'anew'
type Tell = (told: Told) => void

const NAME = 'taimako-staff-feed'
const STREAM_SECONDS = '300'
/** Where a proxy keeps the answer until it ends, events come this late. */
const BUFFERED_SECONDS = '20'
const FIRST_LINE_MILLISECONDS_MAX = 10_000
const PAUSE_MILLISECONDS = 1000
const PAUSE_MILLISECONDS_MAX = 30_000

/** @returns stops following */
export function followFeed(bearer: Bearer, tell: Tell): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => tellIfKnown(data, tell))
  const tellAll: Tell = (told) => {
    tell(told)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage(told)
  }
  let reading: AbortController | undefined
  const follow = () => {
    if (document.hidden) return reading?.abort()
    if (reading && !reading.signal.aborted) return undefined
    const isBack = reading !== undefined
    reading = new AbortController()
    if (isBack) tell('anew')
    return void readAlone(bearer, tellAll, reading.signal)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    reading?.abort()
    channel.close()
  }
}

/** Waits until no other tab reads. */
async function readAlone(bearer: Bearer, tell: Tell, signal: AbortSignal): Promise<void> {
  const read = () => readAgain(bearer, tell, signal)
  try {
    // Only pages with a secure connection have locks.
    await ('locks' in navigator ? navigator.locks.request(NAME, { signal }, read) : read())
  } catch (problem) {
    if (!signal.aborted) throw problem
  }
}

async function readAgain(bearer: Bearer, tell: Tell, signal: AbortSignal): Promise<void> {
  let isBuffered = false
  let pause = PAUSE_MILLISECONDS
  while (!signal.aborted) {
    try {
      const ended = await readOnce({ bearer, tell, signal, isBuffered })
      isBuffered ||= ended === 'silent'
      pause = PAUSE_MILLISECONDS
    } catch (problem) {
      if (signal.aborted) return
      console.warn('The changes cannot be followed; trying again.', problem)
      await sleep(pause * (0.5 + Math.random()), signal)
      pause = Math.min(pause * 2, PAUSE_MILLISECONDS_MAX)
    }
  }
}

interface Reading {
  readonly bearer: Bearer
  readonly tell: Tell
  readonly signal: AbortSignal
  readonly isBuffered: boolean
}

/** @returns `silent` when the first line did not arrive: something on the way keeps the answer back */
async function readOnce({ bearer, tell, signal, isBuffered }: Reading): Promise<'silent' | 'over'> {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  let isSilent = !isBuffered
  const timer = setTimeout(() => isSilent && end(), FIRST_LINE_MILLISECONDS_MAX)
  try {
    const query = { seconds: isBuffered ? BUFFERED_SECONDS : STREAM_SECONDS }
    const { ok, status, body } = await sendRequest('GET /api/admin/feed', { query, bearer, signal: ending.signal })
    if (!ok || !body) throw new Error(`the feed answered ${status}`)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    ending.signal.addEventListener('abort', () => void reader.cancel())
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return isSilent && ending.signal.aborted ? 'silent' : 'over'
      isSilent = false
      const lines = (rest + value).split('\n\n')
      rest = lines.pop() ?? ''
      for (const line of lines) tellLine(line, tell)
    }
  } catch (problem) {
    if (isSilent && ending.signal.aborted && !signal.aborted) return 'silent'
    throw problem
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function tellLine(line: string, tell: Tell): void {
  if (line === ': open') tell('anew')
  const data = /^data: (.*)$/.exec(line)?.[1]
  if (data === undefined) return
  const event: unknown = JSON.parse(data)
  tellIfKnown(event, tell)
}

function tellIfKnown(data: unknown, tell: Tell): void {
  const event = data === 'anew' ? data : readEvent(data)
  if (event) tell(event)
}

/** Read by hand: the schema would bring zod into what every page of staff loads. */
function readEvent(data: unknown): StaffEvent | undefined {
  if (!isRecord(data)) return undefined
  const kind = STAFF_EVENT_KINDS.find((known) => known === data['kind'])
  const { application_id: id, version, by, to } = data
  const isRead = typeof id === 'string' && isNumberOrNull(version) && isTextOrNull(by) && isTextOrNull(to)
  return kind && isRead ? { kind, application_id: id, version, by, to } : undefined
}

const isNumberOrNull = (value: unknown): value is number | null => value === null || typeof value === 'number'
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'
