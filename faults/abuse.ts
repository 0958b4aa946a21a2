/** Hostile clients: the server refuses clearly, answers everyone else, and keeps working. */
import { z } from 'zod'
import { signUp } from '../test/support/signing-in.ts'
import { dropBombs } from './abuse/bombs.ts'
import { sendOversized } from './abuse/oversized.ts'
import { speakRaw } from './abuse/raw-bytes.ts'
import { holdOn } from './abuse/slow-clients.ts'
import { newFindings, type Outcome } from './outcome.ts'
import { readSeed } from './seed.ts'
import { openStage } from './stage.ts'

export interface Abuse {
  /** How many messages that are almost HTTP are sent on sockets. */
  readonly messages: number
  /** How many clients keep a connection open. */
  readonly clients: number
  readonly untilHungUp: boolean
  /** The unpacked size of an archive. */
  readonly megabytes: number
}

const WithUser = z.looseObject({ user: z.looseObject({ id: z.string() }) })

export async function abuseServer({ messages, clients, untilHungUp, megabytes }: Abuse): Promise<Outcome> {
  const findings = newFindings()
  const seed = readSeed()
  const stage = await openStage('embedded')
  try {
    const server = await stage.start()
    const session = await signUp(server.url, 'amina@mail.example')
    const who = { userId: WithUser.parse(session).user.id, token: session.access_token }
    await speakRaw(server, findings, { seed, messages })
    await sendOversized(server, findings, who)
    await dropBombs(server, findings, { ...who, megabytes })
    await holdOn(server, findings, { clients, untilHungUp })
    findings.same(
      'nothing unexpected is logged',
      /unexpected error|cannot answer|an upload failed|^\s+at /m.exec(server.output())?.[0] ?? 'nothing',
      'nothing',
    )
    const { code } = await server.stop()
    findings.same('the server stops normally afterwards', code, 0)
    return findings.outcome(
      `${messages} messages that are almost HTTP (seed ${seed}), too much of everything, files that unpack to ${megabytes} MB or 900 megapixels, and ${clients} clients at once that never finish`,
    )
  } finally {
    await stage.end()
  }
}
