/**
 * The callers of fuzzing: an anonymous one, a beneficiary, and administrators in each state of their second step. Random calls
 * end sessions, change passwords and close accounts, so a refused caller is checked and replaced.
 */
import { TOTP } from 'otpauth'
import { z } from 'zod'
import { ADMINISTRATOR_PASSWORD, newAdministrator, type Administrator } from '../support/administering.ts'
import { DOCX } from '../../contract/aid/document-limits.ts'
import { docx, pdf } from '../support/documents.ts'
import { newKey, type Answer, type TestServer } from '../support/server.ts'
import type { Known } from './known.ts'

export const ROLES = [
  'nobody',
  'beneficiary',
  'administrator',
  'confirmed administrator',
  'unconfirmed administrator',
] as const
export type Role = (typeof ROLES)[number]

type Headers = Readonly<Record<string, string>>
type SignedInRole = Exclude<Role, 'nobody'>

const SignedUp = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })
const WithId = z.object({ id: z.string() })
const Raised = z.object({ access_token: z.string() })
const Opened = z.object({ reference: z.string() })

const PASSWORD = 'long enough to sign in'

export class Cast {
  readonly #server: TestServer
  readonly #known: Known
  readonly #playing = new Map<SignedInRole, Headers>()
  #cast = 0

  constructor(server: TestServer, known: Known) {
    this.#server = server
    this.#known = known
  }

  /** The headers of a caller in this role. */
  async headersOf(role: Role): Promise<Headers> {
    if (role === 'nobody') return {}
    const playing = this.#playing.get(role) ?? (await this.#make(role))
    this.#playing.set(role, playing)
    return playing
  }

  /** Checks a caller who was refused, and replaces them if their session, role or account is gone. */
  async lookAfter(role: Role): Promise<void> {
    const playing = role !== 'nobody' && this.#playing.get(role)
    if (playing && !(await this.#worksAs(role, playing))) this.#playing.delete(role)
  }

  async #worksAs(role: SignedInRole, headers: Headers): Promise<boolean> {
    const path = role === 'beneficiary' ? '/api/profile' : '/api/admin/role-changes'
    const { status } = await this.#server.call('GET', path, undefined, headers)
    return status === (role === 'unconfirmed administrator' ? 403 : 200)
  }

  async #make(role: SignedInRole): Promise<Headers> {
    this.#cast += 1
    if (role === 'beneficiary') return this.#makeBeneficiary()
    const { authorization, email } = await this.#makeAdministrator()
    if (role === 'administrator') return { authorization }
    const confirmed = { authorization: await this.#confirm(authorization) }
    return role === 'confirmed administrator' ? confirmed : this.#signIn(email)
  }

  async #signIn(email: string): Promise<Headers> {
    const credentials = { email, password: ADMINISTRATOR_PASSWORD }
    const { body } = await this.#server.call('POST', '/auth/v1/token?grant_type=password', credentials)
    return { authorization: `Bearer ${SignedUp.parse(body).access_token}` }
  }

  /** A person with everything: a profile, documents, requests, and a wallet with money. */
  async #makeBeneficiary(): Promise<Headers> {
    const email = `amina-${this.#cast}@mail.example`
    const { access_token: token, user } = SignedUp.parse(
      (await this.#server.call('POST', '/auth/v1/signup', { email, password: PASSWORD })).body,
    )
    const headers = { authorization: `Bearer ${token}` }
    const send = async (method: string, path: string, body?: unknown, more: Headers = {}): Promise<Answer> => {
      const answer = await this.#server.call(method, path, body, { ...headers, ...newKey(), ...more })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      this.#known.learn(answer.body)
      return answer
    }
    await send('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone: '08030000000', address: '12 Zoo Road, Kano' })
    const folder = `/storage/v1/object/documents/${user.id}/17684676000`
    await send('POST', `${folder}01_letter.pdf`, pdf(), { 'content-type': 'application/pdf' })
    await send('POST', `${folder}02_bill.docx`, docx(), { 'content-type': DOCX })
    const asked = { application_type: 'food', description: 'Rice.', location: 'Kano' }
    await send('POST', '/api/applications', { ...asked, documents_provided: [`${user.id}/1768467600001_letter.pdf`] })
    const topUp = Opened.parse((await send('POST', '/api/wallet/top-ups', { amount: 5000 })).body)
    await this.#server.control('/pay', { reference: topUp.reference, silently: true })
    await send('POST', '/functions/v1/verify', { reference: topUp.reference })
    await send('POST', '/api/wallet/gifts', { amount: 20 })
    await send('POST', '/api/donations', { amount: 100 })
    for (const list of ['documents', 'wallet/transactions?limit=1', 'account/sessions', 'applications?limit=1'])
      await send('GET', `/api/${list}`)
    return headers
  }

  async #makeAdministrator(): Promise<Administrator> {
    const administrator = await newAdministrator(this.#server, `halima-${this.#cast}`)
    const learnt = ['beneficiaries', 'applications', 'donations', 'contact-messages', 'audit-events', 'books']
    for (const list of learnt) this.#known.learn((await administrator.call('GET', `/api/admin/${list}`)).body)
    return administrator
  }

  /** Adds a second step and verifies it. */
  async #confirm(authorization: string): Promise<string> {
    const ask = async (path: string, body: object) =>
      (await this.#server.call('POST', `/auth/v1${path}`, body, { authorization })).body
    const { id, totp } = Enrolled.parse(await ask('/factors', { factor_type: 'totp', friendly_name: 'Phone' }))
    const challenge = WithId.parse(await ask(`/factors/${id}/challenge`, {}))
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: this.#server.clock.now().getTime() })
    const { access_token: token } = Raised.parse(
      await ask(`/factors/${id}/verify`, { challenge_id: challenge.id, code }),
    )
    return `Bearer ${token}`
  }
}
