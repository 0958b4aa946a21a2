/** Large pictures, many at once, and what they may do to others. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, person, photo, type Person } from '../../../test/support/documents.ts'
import { rows } from '../../platform/db/db.ts'
import { createPictureQueue } from './picture-queue.ts'

const DATA_DIR = dataFolder()
const auth = useAuthServer({ DATA_DIR })
const CHIOMA = { email: 'chioma@mail.example', password: 'correct horse' }

async function pictureOf(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#2a7' } })
  return Buffer.from(await picture.jpeg({ quality: 50 }).toBuffer())
}
let large: Buffer<ArrayBuffer>
let small: Buffer<ArrayBuffer>
beforeAll(async () => {
  large = await pictureOf(6000, 4000)
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
  expect((await upload(ada, large)).status).toBe(200)
  expect(await upload(ada, await pictureOf(6001, 4000))).toMatchObject({
    status: 415,
    answer: { error: 'invalid_picture', message: expect.stringContaining('24 megapixels') },
  })
  expect(await stored(ada)).toBe(1)
})

test('one person’s large pictures wait for others, and too many are to come again later', async () => {
  const [ada, bello] = [await person(auth), await person(auth, BELLO)]
  const order: string[] = []
  const send = async (name: string, who: Person, body: Buffer<ArrayBuffer>) => {
    const outcome = await upload(who, body)
    if (outcome.status === 200) order.push(name)
    return outcome
  }
  const many = Array.from({ length: 8 }, () => send('ada', ada, large))
  // Three are refused at once, so the others are in line.
  const refused = await Promise.race(many)
  expect(refused).toMatchObject({ status: 503, retryAfter: '10', answer: { statusCode: '503', error: 'busy' } })
  expect((await send('bello', bello, small)).status).toBe(200)
  const outcomes = await Promise.all(many)
  expect(outcomes.filter(({ status }) => status === 503)).toHaveLength(3)
  expect(order.filter((name) => name === 'ada')).toHaveLength(5)
  expect(order.indexOf('bello')).toBeLessThanOrEqual(2)
  expect(await stored(ada)).toBe(5)
})

test('the line is short for all together, and whoever comes later is told when to come again', async () => {
  const people = [await person(auth), await person(auth, BELLO), await person(auth, CHIOMA)]
  const outcomes = await Promise.all(people.flatMap((who) => Array.from({ length: 5 }, () => upload(who, large))))
  const refused = outcomes.filter(({ status }) => status !== 200)
  // One is decoded and eight wait.
  expect(outcomes).toHaveLength(15)
  expect(refused).toHaveLength(6)
  for (const each of refused) expect(each).toMatchObject({ status: 503, retryAfter: '10', answer: { error: 'busy' } })
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
