/**
 * The head of the audit's chain, mailed to every administrator once a day. A mailbox is out of reach for someone who changes the
 * database: `npm run admin -- check-audit CODE` compares a mailed code with the chain.
 */
import { listAdministratorAddresses } from '../../people/sign-in/administrators.ts'
import { takeHeadToMail, type ChainHead } from '../../record/audit/chain.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { auditHeadLetter } from './letters.ts'

export const auditHeads: Job = { name: 'audit.mail-head', everyMilliseconds: hours(1), run: mailHead }

/** `1234-` and the hash in hex. */
export function codeOfHead({ position, hash }: ChainHead): string {
  return `${position}-${hash}`
}

/** @returns null for anything else than such a code */
export function readHeadCode(code: string): ChainHead | null {
  const { position, hash } = /^(?<position>[1-9]\d{0,14})-(?<hash>[\da-f]{64})$/.exec(code.trim())?.groups ?? {}
  return position === undefined || hash === undefined ? null : { position: Number(position), hash }
}

async function mailHead(core: Core): Promise<void> {
  const recipients = await listAdministratorAddresses(core)
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const head = await takeHeadToMail(tx, now)
    if (!head) return
    const letter = auditHeadLetter(core, head.position, codeOfHead(head))
    for (const recipient of recipients) await writeMail(core, tx, recipient, letter, now)
  })
}
