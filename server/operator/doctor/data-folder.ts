/** The data folder: access, permissions and free space. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../platform/env/env.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { freeBytes } from '../../platform/free-bytes.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('folder')

const MEGABYTE = 1024 * 1024
/** Below `problem`, an instance soon stops; below `warning`, there is still time to act. */
const FREE_MEGABYTES = { problem: 200, warning: 1000 }
const PRIVATE = ['secret.key', 'log.key', 'database', 'documents', 'uploads', 'outbox', 'sms']

export async function checkFolder({ dataDir, databaseUrl, documents }: Env): Promise<Finding[]> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT') {
      return [problem(`DATA_DIR (${dataDir}) is not writable for this user (${String(code)}). Change its owner.`)]
    }
    const needed = databaseUrl === undefined || documents.s3 === undefined
    return needed ? [warning(`DATA_DIR (${dataDir}) does not exist yet. The first start creates it.`)] : []
  }
  return [assessFreeSpace(Math.floor(freeBytes(dataDir) / MEGABYTE)), ...(await checkRights(dataDir))]
}

export function assessFreeSpace(freeMegabytes: number): Finding {
  const says = `${freeMegabytes.toLocaleString('en')} MB are free in DATA_DIR.`
  if (freeMegabytes < FREE_MEGABYTES.problem)
    return problem(`${says} Free some space, or documents will soon be refused.`)
  if (freeMegabytes < FREE_MEGABYTES.warning) return warning(`${says} Free some space soon.`)
  return ok(says)
}

/** Other users of the machine must not read people's data. */
async function checkRights(dataDir: string): Promise<Finding[]> {
  if (process.platform === 'win32' || !(await isOpenToOthers(dataDir))) return []
  const open = await Promise.all(PRIVATE.map((name) => isOpenToOthers(join(dataDir, name))))
  if (!open.includes(true)) return []
  return [warning(`Other users of this machine can read DATA_DIR. Run: chmod -R go= ${dataDir}`)]
}

async function isOpenToOthers(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts !== null && (facts.mode & 0o077) !== 0
}
