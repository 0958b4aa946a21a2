/** Everything that somebody can do to a server who follows no rules: it refuses in words, answers everybody else, and stays what it was. */
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
  /** On a socket, that are almost HTTP. */
  readonly messages: number
  /** Who hold on to a connection. */
  readonly clients: number
  readonly untilHungUp: boolean
  /** What an archive unpacks to. */
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
    findings.same('the server ends in order afterwards', code, 0)
    return findings.outcome(
      `${messages} messages that are almost HTTP (seed ${seed}), too much of everything, files that unpack to ${megabytes} MB or 900 megapixels, and ${clients} clients at once that never finish`,
    )
  } finally {
    await stage.end()
  }
}
