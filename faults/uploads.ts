/**
 * Three servers with a folder each and documents in S3, behind a balancer without stickiness. In each upload one of them is killed while a
 * part arrives, is stored or becomes a document. Every upload arrives, and little is sent again.
 */
import { sql } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { z } from 'zod'
import { RESUMABLE_PATH } from '../contract/aid/document-limits.ts'
import { sha256 } from '../server/platform/crypto.ts'
import { rows, type Db } from '../server/platform/db/db.ts'
import { startFleetWithPostgres } from '../test/processes/fleet.ts'
import { authClient } from '../test/support/auth-client.ts'
import { pdf } from '../test/support/documents.ts'
import { runS3, type TestS3 } from '../test/support/s3-server.ts'
import { startBalancer } from './balancer.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const SERVERS = 3
const BYTES = 1_000_000
/** As the page sends it (web/features/apply/upload-document.ts). */
const PART_BYTES = 256 * 1024
const RETRY_MILLISECONDS = [0, 1_000, 3_000, 6_000, 10_000]
/** Into storing a part, or making a document of it. */
const INTO_STEP_MILLISECONDS_MAX = 60

export async function shareUploads({ uploads }: { readonly uploads: number }): Promise<Outcome> {
  const findings = newFindings()
  const store = await runS3()
  const fleet = await startFleetWithPostgres(SERVERS, {
    providerInMemory: true,
    variables: { PUBLIC_URL: 'http://taimako.test', ADMIN_MFA: 'off', LOG_LEVEL: 'error', ...store.variables },
  })
  const balancer = await startBalancer(fleet)
  const again: number[] = []
  try {
    for (let number = 1; number <= uploads; number += 1) {
      const { id, token } = await signUp(balancer.url, number)
      const bytes = pdf(`upload ${number}`, BYTES)
      const path = `${id}/${number}_letter.pdf`
      await balancer.settle()
      // Within a part, or once all of it has come.
      const parts = Math.floor(Math.random() * Math.ceil(BYTES / PART_BYTES)) + 1
      if (number % 2 === 0) balancer.killAfter(Math.random() * BYTES * 0.95, 0)
      else balancer.killAfter(Math.min(parts * PART_BYTES, BYTES), Math.random() * INTO_STEP_MILLISECONDS_MAX)
      const begun = await upload(balancer.url, token, path, bytes).catch(String)
      const sentAgain = (await balancer.settle()) - BYTES
      again.push(sentAgain)
      findings.same('an upload goes on at another server, and does not begin anew', begun, 1)
      findings.check('at most one part is sent again', sentAgain <= PART_BYTES, () => `${sentAgain} bytes`)
      findings.same('the document is the file', await findHashes(fleet.database.db, path), [
        sha256(bytes).toString('hex'),
      ])
    }
    await checkStore(fleet.database.db, store, findings)
  } finally {
    balancer.close()
    await fleet.end()
    store.stop()
  }
  const mean = again.reduce((sum, each) => sum + each, 0) / again.length
  return findings.outcome(
    `${uploads} uploads of ${BYTES / 1000} kB in parts of 256 KiB over ${SERVERS} servers in turn, one killed in each; sent again: ${Math.round(mean / 1000)} kB per upload, at most ${Math.round(Math.max(...again) / 1000)} kB`,
  )
}

async function signUp(url: string, number: number): Promise<{ id: string; token: string }> {
  const { data } = await authClient(fetch, url).signUp({ email: `p${number}@mail.example`, password: 'correct horse' })
  if (!data.session) throw new Error('signing up opens a session')
  return { id: data.session.user.id, token: data.session.access_token }
}

/** @returns how many uploads were begun */
function upload(url: string, token: string, path: string, bytes: Buffer): Promise<number> {
  const urls = new Set<string>()
  return new Promise((resolve, reject) => {
    const going = new Upload(bytes, {
      endpoint: `${url}${RESUMABLE_PATH}`,
      headers: { authorization: `Bearer ${token}` },
      metadata: { bucketName: 'documents', objectName: path, contentType: 'application/pdf' },
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MILLISECONDS,
      onUploadUrlAvailable: () => void urls.add(going.url ?? ''),
      onSuccess: () => resolve(urls.size),
      onError: reject,
    })
    going.start()
  })
}

async function findHashes(db: Db, path: string): Promise<string[]> {
  const query = sql`select encode(sha256, 'hex') as hash from documents where path = ${path}`
  return (await rows(db, query, z.object({ hash: z.string() }))).map(({ hash }) => hash)
}

/** The day passes after which the sweep deletes what killed servers have left. */
async function checkStore(db: Db, store: TestS3, findings: Findings): Promise<void> {
  const readKeys = async () =>
    (await rows(db, sql`select key from stored_files order by key`, z.object({ key: z.string() }))).map(
      ({ key }) => key,
    )
  // Beside what the log keeps there.
  const stored = () => store.keys().filter((key) => !key.startsWith('log/'))
  const known = new Set(await readKeys())
  const unknown = stored().filter((key) => !known.has(key))
  findings.same('no object lies in the store without a row', unknown, [])
  await db.execute(sql`update stored_files set sweep_at = now() where sweep_at is not null`)
  await db.execute(sql`update jobs set next_run_at = now(), claimed_until = null where name like 'documents.%'`)
  const late = AbortSignal.timeout(120_000)
  const left = sql`select key from stored_files where sweep_at is not null`
  while ((await rows(db, left, z.object({ key: z.string() }))).length > 0 && !late.aborted)
    await new Promise((resolve) => setTimeout(resolve, 200))
  findings.same('after the sweep the store has the documents alone', stored().toSorted(), await readKeys())
  findings.same('no part is left', stored().filter((key) => key.startsWith('parts/')).length, 0)
}
