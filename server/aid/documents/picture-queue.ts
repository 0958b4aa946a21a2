/**
 * Re-encodes pictures one at a time, because a large one takes 50 to 200 MB of memory, and in turn: each person has one picture in work,
 * and further ones wait until everyone who waits has had a turn. The line is short; past it, people are asked to try again.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { seconds } from '../../platform/clock.ts'
import { ROOT } from '../../platform/root.ts'
import { PictureOutcome, type PictureOrder } from './picture-order.ts'
import { StorageRefusal } from './refusals.ts'

/** A picture that takes longer is refused, and the process that decodes it ended. Normal ones of 24 megapixels take 2 to 6 s. */
const DECODING_MILLISECONDS_MAX = seconds(20)
const WAITING_MAX = 8
const WAITING_PER_PERSON_MAX = 4
const RETRY_AFTER_SECONDS = 10
/** An idle worker holds 60 MB, and starts in 0.2 s. */
const IDLE_MILLISECONDS_MAX = seconds(30)
/** Decoding takes turns with everything else that the machine does, and gives way. */
const NICENESS = 10

export interface PictureQueue {
  /**
   * Re-encodes a picture upright and without metadata such as location, time and device.
   * @throws StorageRefusal `broken_picture` (also larger than 24 megapixels, or too slow to decode), `busy` without waiting
   */
  reencode(userId: string, order: PictureOrder): Promise<void>
}

interface Turn {
  readonly order: PictureOrder
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export function createPictureQueue(decodingMillisecondsMax = DECODING_MILLISECONDS_MAX): PictureQueue {
  /** In the order of their next turn. */
  const waiting = new Map<string, Turn[]>()
  const worker = createWorker(decodingMillisecondsMax)
  let working = false

  const work = async () => {
    working = true
    for (;;) {
      const [next] = waiting
      if (!next) break
      const [userId, [turn, ...more]] = next
      waiting.delete(userId)
      // To the end of the line.
      if (more.length > 0) waiting.set(userId, more)
      if (turn) await worker.run(turn.order).then(turn.resolve, turn.reject)
    }
    working = false
  }

  return {
    reencode(userId, order) {
      const own = waiting.get(userId) ?? []
      const all = [...waiting.values()].reduce((sum, turns) => sum + turns.length, 0)
      if (working && (all >= WAITING_MAX || own.length >= WAITING_PER_PERSON_MAX))
        throw new StorageRefusal('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return new Promise<void>((resolve, reject) => {
        waiting.set(userId, [...own, { order, resolve, reject }])
        if (!working) void work()
      })
    },
  }
}

/** On a busy machine the start takes longer than some pictures, which are not to blame for it. */
const STARTING_MILLISECONDS_MAX = seconds(60)

/** Starts the worker with the first picture, and ends it when it is idle, too slow or broken. */
function createWorker(decodingMillisecondsMax: number) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  return {
    async run(order: PictureOrder): Promise<void> {
      clearTimeout(idle)
      if (child?.connected !== true) child = await startChild()
      const tooSlow = setTimeout(end, decodingMillisecondsMax)
      try {
        await decode(child, order)
      } finally {
        clearTimeout(tooSlow)
        idle = setTimeout(end, IDLE_MILLISECONDS_MAX)
        idle.unref()
      }
    },
  }
}

async function startChild(): Promise<ChildProcess> {
  const child = fork(join(ROOT, 'server/aid/documents/picture-worker.ts'), {
    // None of our settings or keys. The library refuses the formats that it does not trust with unknown files.
    env: { MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Neither keeps a stopping server alive.
  child.unref()
  child.channel?.unref()
  child.once('spawn', () => child.pid !== undefined && setPriority(child.pid, NICENESS))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), STARTING_MILLISECONDS_MAX)
  try {
    await new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      child.once('error', (cause) => reject(new StorageRefusal('unavailable', { cause })))
      child.once('exit', () => reject(new StorageRefusal('unavailable', { cause: 'the decoder did not start' })))
    })
  } finally {
    clearTimeout(tooLong)
  }
  // Errors after the start, such as an order that could not be sent, end the picture by its exit.
  child.on('error', () => child.kill('SIGKILL'))
  return child
}

function decode(child: ChildProcess, order: PictureOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (failure?: StorageRefusal) => {
      child.off('message', answered)
      child.off('exit', ended)
      child.channel?.unref()
      if (failure) reject(failure)
      else resolve()
    }
    const answered = (message: unknown) => {
      const { done, why } = PictureOutcome.parse(message)
      settle(done ? undefined : new StorageRefusal('broken_picture', { cause: why }))
    }
    const ended = () => settle(new StorageRefusal('broken_picture', { cause: 'the decoder ended' }))
    child.on('message', answered)
    child.on('exit', ended)
    child.channel?.ref()
    child.send(order)
  })
}
