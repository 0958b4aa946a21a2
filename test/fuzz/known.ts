/** Values learnt from earlier answers: ids, codes, cursors and addresses that exist, so that calls get further than "not found". */
import { ourOrganisation } from '../../contract/platform/our-organisation.ts'
import fc from 'fast-check'
import type { Likely } from './values.ts'

/** How many values of each name are kept. */
const KEPT_MAX = 40

/** Other names under which a field's values appear. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'user_id', 'beneficiary_id', 'session_id'],
  user_id: ['user_id', 'id'],
  actor: ['user_id'],
  subject_id: ['id'],
  factor_id: ['id'],
  identity_id: ['identity_id'],
  challenge_id: ['id'],
  versionId: ['id'],
  reference: ['reference'],
  payment: ['reference'],
  search: ['reference', 'email'],
  code: ['receipt_code'],
  cursor: ['next_cursor'],
  documents_provided: ['url'],
  documents: ['url', 'path'],
  paths: ['path'],
  prefixes: ['path'],
  refresh_token: ['refresh_token'],
  token: ['signature', 'access_token'],
  email: ['email'],
}

const cursorOf = (place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Values for fields whose schemas allow any text: terms of the auth protocol, and cursors that were never issued. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cursor: [
    cursorOf(['0000-01-01T00:00:00.000Z', NOBODY]),
    cursorOf(['9999-12-31T23:59:59.999Z', NOBODY]),
    cursorOf(['999999999999999999', NOBODY]),
    cursorOf(['-999999999999999999', NOBODY]),
    cursorOf([null, {}]),
  ],
  grant_type: ['password', 'refresh_token', 'pkce', 'id_token'],
  type: ['signup', 'recovery', 'email_change', 'email'],
  scope: ['others', 'others', 'local', 'global'],
  factor_type: ['totp', 'phone'],
  channel: ['sms', 'whatsapp'],
  code_challenge_method: ['s256', 'plain'],
  code: ['123456', '000000'],
  phone: ['+2348030000000', '08030000000'],
  provider: ['oidc', 'google'],
  skip_http_redirect: ['true'],
}

export class Known {
  readonly #seen = new Map<string, string[]>()

  add(name: string, value: string): void {
    const seen = this.#seen.get(name) ?? []
    this.#seen.set(name, seen)
    if (!seen.includes(value)) seen.unshift(value)
    seen.length = Math.min(seen.length, KEPT_MAX)
  }

  /** Remembers every string of an answer under the name of its field. */
  learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === 'string' && child !== '' && child.length < 600) this.add(name, child)
      else this.learn(child)
    }
  }

  readonly likely: Likely = (field) => {
    // Few made values fit all its rules.
    if (field === 'content') return fc.constant(ourOrganisation)
    const sources = SOURCES[field] ?? []
    const words = WORDS[field] ?? []
    if (sources.length + words.length === 0) return undefined
    return fc.nat().map((index) => {
      const all = [...words, ...sources.flatMap((name) => this.#seen.get(name) ?? [])]
      return all[index % all.length] ?? 'none'
    })
  }
}
