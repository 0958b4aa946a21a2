/** Fills an empty sandbox instance with a believable year: data, played step by step through the real use cases. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatHeadlineNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { settle } from '../../../sandbox/settlements.ts'
import { createSwitches } from '../../../sandbox/switches.ts'
import { proposeWalletDecision } from '../../office/reading/wallet-decisions.ts'
import { generatePrintedPassword } from '../../people/sign-in/administrators.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import type { Env } from '../../platform/env/env.ts'
import { invariant, StartError } from '../../platform/errors.ts'
import { findDifferences } from '../../proof/books/books.ts'
import { readFunds } from '../../proof/books/stats.ts'
import { publishOutflows } from '../../proof/log/outflows.ts'
import { demoDonors, playGifts } from './gifts.ts'
import { makeStaff, playOffice } from './office.ts'
import { DEMO_RECIPIENT, demoEmail, demoPeople, STAFF, staffEmail } from './people.ts'
import { playRequests } from './requests.ts'
import { daysBefore, onStage, type Stage } from './stage.ts'

/** @throws StartError where the money is not play money */
export function requireSandbox(env: Env): void {
  if (env.mode === 'sandbox') return
  throw new StartError(
    `The demo is for the sandbox only: this instance has a ${env.mode} key, and made-up gifts would falsify its books.`,
  )
}

/**
 * Fills the database, all of it or nothing.
 * @returns what there is now, as a sentence
 * @throws StartError when this is no sandbox, or it is in use already
 */
export async function fillWithDemo(core: Core): Promise<string> {
  requireSandbox(core.env)
  const { password, credentials } = await generatePrintedPassword(core)
  const { passwordHash } = credentials
  invariant(passwordHash !== null, 'a printed password has a hash')
  const gifts = await core.db.transaction(async (tx) => {
    await requireUnused(tx)
    return onStage(core, tx, (stage) => play(stage, passwordHash))
  })
  await publishOutflows(core)
  // The provider has paid out the past days, before anything is compared.
  await settle({ ...core, switches: createSwitches() })
  const differences = await findDifferences(core.db)
  invariant(differences.length === 0, `the demo left the books uneven: ${JSON.stringify(differences)}`)
  const raised = (await readFunds(core.db)).reduce((sum, fund) => sum + fund.amount, 0n)
  // Bilkisu has a second step.
  const signIns = Object.entries(STAFF)
    .filter(([member]) => member !== 'bilkisu')
    .map(([member, [, role]]) => `${staffEmail(member)} (${role})`)
  return `${gifts} made-up gifts of the past year, ${formatHeadlineNaira(koboToNaira(raised))} raised: the books balance.
${demoPeople.length} people, whose requests and payments are in every state.
Sign in at /admin-auth as ${signIns.join(', ')}, and at /login as ${demoEmail(DEMO_RECIPIENT)}, whose payment waits for her answer. Everyone in the demo has this password: ${password}`
}

/** @returns how many gifts */
async function play(stage: Stage, passwordHash: string): Promise<number> {
  const { gifts, frozen } = await playGifts(stage)
  stage.setTime(daysBefore(stage.now, 90))
  const staff = await makeStaff(stage, passwordHash)
  await playRequests(stage, staff, passwordHash)
  await playOffice(stage, staff)
  const reason = 'He did not know that his bank would take it back, and cannot pay it again.'
  await proposeWalletDecision(stage.core, staff.musa, { wallet: frozen, action: 'cover', reason })
  return gifts
}

async function requireUnused(db: Db | Tx): Promise<void> {
  const emails = [
    ...Object.keys(STAFF).map(staffEmail),
    ...demoPeople.map(({ name }) => demoEmail(name)),
    ...demoDonors,
  ]
  const { used } = await onlyRow(
    db,
    sql`select exists (select from payment_intents) or exists (select from transfers)
               or exists (select from aid_applications) or exists (select from users where email in ${emails}) as used`,
    z.object({ used: z.boolean() }),
  )
  if (used) {
    throw new StartError(
      'There are gifts or requests here already. The demo fills an empty database only: use a new DATA_DIR.',
    )
  }
}
