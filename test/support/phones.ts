/** Text messages and telephone sign-in for tests: codes are read from the folder that a server without a provider writes to. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import { seconds } from '../../server/platform/clock.ts'
import { useAuthServer, type AuthServer } from './auth-server.ts'

export const PHONE = '+2348031234567'
export const OTHER_PHONE = '+2347061234567'
/** As the protocol writes it. */
export const digitsOf = (phone: string) => phone.slice(1)

export interface PhoneServer extends AuthServer {
  /** The text messages so far, oldest first: `To: +234…`, an empty line, the text. */
  texts(): Promise<string[]>
  /** The code of the last text to this number; empty if it got none. */
  lastCode(phone: string): Promise<string>
  /** A device that a code to this number has signed in. */
  signedInByText(phone?: string): Promise<ReturnType<AuthServer['device']>>
}

export function usePhoneServer(variables: Record<string, string> = {}): PhoneServer {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-texts-'))
  const auth = useAuthServer({ DATA_DIR: folder, AUTH_PHONE: 'on', ...variables })
  beforeEach(() => rmSync(join(folder, 'sms'), { recursive: true, force: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const texts = async () => {
    await auth.server.idle()
    await auth.server.pass(seconds(2), /^sms\./)
    const files = readdirSync(folder).includes('sms') ? readdirSync(join(folder, 'sms')).toSorted() : []
    return files.map((name) => readFileSync(join(folder, 'sms', name), 'utf8'))
  }
  const lastCode = async (phone: string) => {
    const own = (await texts()).filter((text) => text.startsWith(`To: ${phone}\n`))
    return /^\d{6}(?= )/m.exec(own.at(-1) ?? '')?.[0] ?? ''
  }
  return {
    get server() {
      return auth.server
    },
    device: (options) => auth.device(options),
    signedUp: (person) => auth.signedUp(person),
    texts,
    lastCode,
    async signedInByText(phone = PHONE) {
      const device = auth.device()
      const asked = await device.signInWithOtp({ phone })
      if (asked.error) throw asked.error
      const { error } = await device.verifyOtp({ phone, token: await lastCode(phone), type: 'sms' })
      if (error) throw error
      return device
    },
  }
}

/** The code of the only text to this number. */
export async function codeIn(dataDir: string, number: string): Promise<string> {
  const folder = join(dataDir, 'sms')
  const read = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .find((text) => text.startsWith(`To: ${number}\n`))
  await expect.poll(read).toBeDefined()
  return /\b\d{6}\b/.exec(read() ?? '')?.[0] ?? ''
}
