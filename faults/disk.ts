/** The disk with the documents is full: uploads are refused with a reason, leave no partial files, and resume when there is room. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { RESUMABLE_PATH, STORAGE_PATH } from '../contract/aid/document-limits.ts'
import { rows, type Database } from '../server/platform/db/db.ts'
import { call, newKey, type Answer, type CallOptions } from '../test/processes/client.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { signUp } from '../test/support/signing-in.ts'
import { mountSmallDisk, pretendSmallDisk, type SmallDisk } from '../test/support/small-disk.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const MEGABYTE = 1024 * 1024
/** For the rest of the data folder, and for starting a round. */
const SPARE_MEGABYTES = 20
const ROUND_MEGABYTES = 5
const REFUSED = 'on a full disk, an upload is refused with a reason and a time to retry'

export type DiskKind = 'mounted' | 'pretended'

/** @param kind `mounted`: a small disk, if this machine allows it. `pretended`: every write fails */
export async function fillDisk({ kind, rounds }: { kind: DiskKind; rounds: number }): Promise<Outcome> {
  const findings = newFindings()
  const megabytes = SPARE_MEGABYTES + rounds * ROUND_MEGABYTES
  const mounted = kind === 'mounted' ? mountSmallDisk(megabytes) : null
  const disk = mounted ?? pretendSmallDisk()
  const fleet = await startFleetWithPostgres(1, {
    providerInMemory: true,
    variables: { ...disk.variables, LOG_LEVEL: 'warn' },
  })
  try {
    for (let round = 0; round < rounds; round += 1) await runRound(fleet, disk, findings)
    await checkFolder(disk, fleet.database, findings)
    const how = mounted ? `a disk of ${megabytes} MB was full` : 'each write failed as on a full disk'
    return findings.outcome(`${rounds} times ${how} in the middle of uploads, then there was room again`)
  } finally {
    disk.remove()
    await fleet.end()
  }
}

const Session = z.object({ user: z.object({ id: z.string() }), access_token: z.string() })

/** Uploads a file of 2 MB, at once and in parts. */
async function newUploader(url: string) {
  const { user, access_token: token } = Session.parse(await signUp(url, `${newKey()}@mail.example`))
  const authorization = `Bearer ${token}`
  const bytes = Buffer.from(`%PDF-1.7\n% ${newKey()}\n${'x'.repeat(2 * MEGABYTE)}\n%%EOF\n`)
  const tus = { authorization, 'tus-resumable': '1.0.0' }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const send = (path: string, headers: Record<string, string>, body?: Blob, options: CallOptions = {}) =>
    call(`${url}${path}`, body, headers, options)
  return {
    id: user.id,
    authorization,
    bytes,
    upload: (name: string) =>
      send(`${STORAGE_PATH}/object/documents/${user.id}/${name}`, { authorization }, new Blob([bytes])),
    async begin(name: string): Promise<string> {
      const metadata = `bucketName ${encode('documents')},objectName ${encode(`${user.id}/${name}`)}`
      const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
      const begun = await send(RESUMABLE_PATH, headers, undefined, { method: 'POST' })
      return begun.headers.get('location') ?? ''
    },
    async offset(location: string): Promise<number> {
      return Number((await send(location, tus, undefined, { method: 'HEAD' })).headers.get('upload-offset'))
    },
    goOn(location: string, from: number, to = bytes.length): Promise<Answer> {
      const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
      return send(location, headers, new Blob([bytes.subarray(from, to)]), { method: 'PATCH' })
    },
  }
}

async function runRound(fleet: FleetWithPostgres, disk: SmallDisk, findings: Findings): Promise<void> {
  const url = fleet.next()
  const person = await newUploader(url)
  const location = await person.begin('2_in_parts.pdf')
  const begun = await person.goOn(location, 0, MEGABYTE / 2)
  findings.same('parts that arrived earlier are kept', begun.status, 204)

  disk.fill()
  for (const answer of [
    await person.upload('1_at_once.pdf'),
    await person.goOn(location, await person.offset(location)),
  ]) {
    const plain = answer.status === 503 && JSON.stringify(answer.body).includes('unavailable')
    findings.check(REFUSED, plain && /^\d+$/.test(answer.headers.get('retry-after') ?? ''), () => answer)
  }
  const given = await call(`${url}/api/donations`, { amount: 700 }, { 'idempotency-key': newKey() })
  findings.same('on a full disk, gifts still work', given.status, 201)
  const listed = await call(`${url}/api/documents`, undefined, { authorization: person.authorization })
  findings.same('on a full disk, refused uploads are not listed', listed.body, { items: [] })

  disk.free()
  findings.same('with room again, the same file is accepted', (await person.upload('1_at_once.pdf')).status, 200)
  const rest = await person.goOn(location, await person.offset(location))
  findings.same('with room again, an upload resumes', rest.status, 204)
  for (const name of ['1_at_once.pdf', '2_in_parts.pdf']) {
    const read = await readBack(url, person, name)
    findings.check(
      'what was taken is whole',
      read?.equals(person.bytes) === true,
      () => `${name}: ${read?.length} bytes`,
    )
  }
}

type Uploader = Awaited<ReturnType<typeof newUploader>>

async function readBack(url: string, person: Uploader, name: string): Promise<Buffer | null> {
  const signing = `${url}${STORAGE_PATH}/object/sign/documents/${person.id}/${name}`
  const { body } = await call(signing, { expiresIn: 60 }, { authorization: person.authorization })
  const signed = z.object({ signedURL: z.string() }).safeParse(body)
  if (!signed.success) return null
  return Buffer.from(await (await fetch(`${url}${STORAGE_PATH}${signed.data.signedURL}`)).arrayBuffer())
}

/** Every file on the disk is known to the database. */
async function checkFolder({ folder }: SmallDisk, { db }: Database, findings: Findings): Promise<void> {
  const promise = 'no half file is left'
  const known = await rows(db, sql`select key from stored_files`, z.object({ key: z.string() }))
  const keys = new Set(known.map(({ key }) => key))
  for (const key of filesIn(join(folder, 'documents'))) findings.check(promise, keys.has(key), () => key)
  findings.same(promise, filesIn(join(folder, 'uploads', 'incoming')), [])
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}
