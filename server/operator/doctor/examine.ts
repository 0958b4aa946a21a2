/** Checks a whole deployment. It changes nothing, sends nothing and moves no money. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../../platform/env/env.ts'
import { createCore, existingSecretKey, openDatabase, secretKeyFile } from '../instance.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { checkAddress } from './public-url.ts'
import { check, Finding, findingsAbout } from './finding.ts'
import { checkInstance } from './instance-checks.ts'
import { checkFolder } from './data-folder.ts'
import { checkMail, checkScanner, checkStorage, checkTextMessages } from './external-services.ts'
import { checkProvider } from './provider.ts'
import { checkSettings } from './settings.ts'

/**
 * @param runOnServer the findings of the running server that has the embedded database open; null if there is no such server
 */
export async function examine(env: Env, log: Logger, runOnServer: () => Promise<string | null>): Promise<Finding[]> {
  const found = await Promise.all([
    check('settings', () => checkSettings(env)),
    check('folder', () => checkFolder(env)),
    check('database', () => openInside(env, log, runOnServer)),
    check('address', () => checkAddress(env, systemClock)),
    check('payments', () => checkProvider(env, systemClock)),
    check('mail', () => checkMail(env)),
    check('text messages', () => checkTextMessages(env)),
    check('documents', () => checkStorage(env)),
    check('viruses', () => checkScanner(env)),
  ])
  return found.flat()
}

/** Through the running server, or by opening the database here without migrating it. */
async function openInside(env: Env, log: Logger, runOnServer: () => Promise<string | null>): Promise<Finding[]> {
  const answered = await runOnServer()
  if (answered !== null) return z.array(Finding).parse(JSON.parse(answered))
  const { warning, problem } = findingsAbout('database')
  if (env.databaseUrl === undefined && !existsSync(join(env.dataDir, 'database')))
    return [warning('There is no database yet. The first start creates it.')]
  const database = await openDatabase(env, log)
  try {
    // Makes none, unlike a start.
    const secretKey = env.secretKey ?? existingSecretKey(env.dataDir)
    if (secretKey === undefined)
      return [
        problem(
          `${secretKeyFile(env.dataDir)} is missing: what the database holds encrypted cannot be opened. Put it back.`,
        ),
      ]
    return await checkInstance(createCore(env, database, secretKey, log, systemClock), database.engine)
  } finally {
    await database.close()
  }
}
