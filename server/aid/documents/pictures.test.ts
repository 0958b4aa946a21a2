/** Large pictures, many at once, and what they may do to others. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, person, photo, type Person } from '../../../test/support/documents.ts'
import { rows } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { createPictureQueue } from './picture-queue.ts'

const DATA_DIR = dataFolder()
const auth = useAuthServer({ DATA_DIR })
const CHIOMA = { email: 'chioma@mail.example', password: 'correct horse' }

async function pictureOf(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#2a7' } })
  return Buffer.from(await picture.jpeg({ quality: 50 }).toBuffer())
}
/** Takes long enough that answers come in the order of their turns. */
let middle: Buffer<ArrayBuffer>
let small: Buffer<ArrayBuffer>
beforeAll(async () => {
  middle = await pictureOf(3000, 2000)
  small = await photo()
})

const upload = async (who: Person, body: Buffer<ArrayBuffer>) => {
  const { response, body: answer } = await who.call('POST', `/object/documents/${who.path('a.jpg')}`, { body })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), answer }
}
const stored = async ({ id }: Person) => {
  const query = sql`select id from documents where user_id = ${id}`
  return (await rows(auth.server.core.db, query, z.object({ id: z.string() }))).length
}

test('a picture of 24 megapixels is taken, a larger one is refused', async () => {
  const ada = await person(auth)
  expect((await upload(ada, await pictureOf(6000, 4000))).status).toBe(200)
  expect(await upload(ada, await pictureOf(6001, 4000))).toMatchObject({
    status: 415,
    answer: { error: 'invalid_picture', message: expect.stringContaining('24 megapixels') },
  })
  expect(await stored(ada)).toBe(1)
})

/** Stops the process that decodes pictures, after a first one that starts it. @returns lets it go on */
async function holdDecoder(who: Person): Promise<() => void> {
  expect((await upload(who, small)).status).toBe(200)
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const decoder = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-worker'))
  invariant(decoder, 'the decoder is a child of this process')
  process.kill(decoder, 'SIGSTOP')
  return () => process.kill(decoder, 'SIGCONT')
}

test('one person’s large pictures wait for others, and too many are to come again later', async () => {
  const [ada, bello] = [await person(auth), await person(auth, BELLO)]
  const goOn = await holdDecoder(bello)
  const order: string[] = []
  const outcomes: Awaited<ReturnType<typeof upload>>[] = []
  const send = async (name: string, who: Person, body: Buffer<ArrayBuffer>) => {
    const outcome = await upload(who, body)
    outcomes.push(outcome)
    if (outcome.status === 200) order.push(name)
  }
  const many = Array.from({ length: 8 }, () => send('ada', ada, middle))
  await expect.poll(() => outcomes.length).toBe(3)
  for (const each of outcomes)
    expect(each).toMatchObject({ status: 503, retryAfter: '10', answer: { statusCode: '503', error: 'busy' } })
  // Four wait when a fifth is refused.
  const others = Array.from({ length: 5 }, () => send('bello', bello, small))
  await expect.poll(() => outcomes.length).toBe(4)
  goOn()
  await Promise.all([...many, ...others])
  expect(order.filter((name) => name === 'ada')).toHaveLength(5)
  expect(order.indexOf('bello')).toBeLessThanOrEqual(2)
  expect(await stored(ada)).toBe(5)
})

test('the line is short for all together, and whoever comes later is told when to come again', async () => {
  const people = [await person(auth), await person(auth, BELLO), await person(auth, CHIOMA)]
  const goOn = await holdDecoder(people[0] ?? (await person(auth)))
  const outcomes: Awaited<ReturnType<typeof upload>>[] = []
  const all = people.flatMap((who) =>
    Array.from({ length: 5 }, async () => void outcomes.push(await upload(who, small))),
  )
  // One is decoded and eight wait.
  await expect.poll(() => outcomes.length).toBe(6)
  for (const each of outcomes) expect(each).toMatchObject({ status: 503, retryAfter: '10', answer: { error: 'busy' } })
  goOn()
  await Promise.all(all)
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(9)
})

test('decoding that takes too long is ended, and others are decoded afterwards', async () => {
  const [slow, quick] = [join(DATA_DIR, 'slow'), join(DATA_DIR, 'quick')]
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#888', noise } })
  await picture.webp({ effort: 0 }).toFile(slow)
  await writeFile(quick, small)
  const queue = createPictureQueue(1500)
  await expect(queue.reencode('ada', { type: 'image/webp', from: slow, to: `${slow}.clean` })).rejects.toMatchObject({
    refusal: 'broken_picture',
  })
  await queue.reencode('ada', { type: 'image/jpeg', from: quick, to: `${quick}.clean` })
  expect((await sharp(`${quick}.clean`).metadata()).format).toBe('jpeg')
})
