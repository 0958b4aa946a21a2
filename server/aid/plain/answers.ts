/** How pages without script answer: a page, or a refusal with the page on which one goes on. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { answerError } from '../../platform/http/answer-error.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { originsOf } from '../../platform/http/origins.ts'
import { barePolicy, inlineStyleHashes } from '../../platform/http/security.ts'
import { currentPolicyVersions, type PolicyVersions } from '../../platform/rendering/policies.ts'
import type { PlainForms, Posted } from './asking.ts'
import { readFormToken } from './form-token.ts'
import { framed, STYLE_BLOCK, type Html, type Spoken } from './pages.ts'
import { plainErrors, PlainRefusal } from './refusals.ts'

const POLICY = barePolicy([], inlineStyleHashes(STYLE_BLOCK))

export interface Page {
  readonly title: string
  /** A form that leads to the privacy notice and the terms names their versions. */
  readonly content: Html | ((versions: PolicyVersions) => Html) | null
  readonly reason?: string
  readonly status?: ContentfulStatusCode
}

export function answersIn(forms: PlainForms, spoken: Spoken) {
  const show = async (c: Context, { title, content, reason, status = 200 }: Page) => {
    // Keeps the empty form for going back, whose second post shows the same number, and nothing that was typed.
    c.header('Cache-Control', c.req.method === 'GET' ? 'private, no-cache' : 'no-store')
    // Browsers name the origin of a form only with this.
    c.header('Referrer-Policy', 'same-origin')
    c.header('Content-Security-Policy', POLICY)
    const shown = typeof content === 'function' ? content(await currentPolicyVersions(forms.db)) : content
    return c.html(framed(forms, spoken, { title, reason }, shown), status)
  }
  return {
    show,
    refuse: (c: Context, error: unknown, pageAfter: (refusal: PlainRefusal) => Page | Promise<Page>) =>
      answerError(c, error, forms.log, {
        ...plainErrors,
        write: async (_c, refusal) =>
          show(c, {
            ...(await pageAfter(refusal)),
            reason: refusal.sentence ?? spoken.words.refusals[refusal.code],
            status: refusal.status,
          }),
      }),
  }
}

/** Refuses forms of other sites. Old browsers name none: then the signed field decides. */
export function postedBy(forms: PlainForms, c: Context): Posted {
  const origins = originsOf(forms, c.req.header('host'))
  const named = c.req.header('origin')
  if (named !== undefined && !origins.includes(named)) throw new PlainRefusal('foreign_form')
  const address = clientAddress(c, forms.env.trustProxy)
  const userAgent = c.req.header('user-agent') ?? ''
  return { origin: { userAgent, address, device: randomUUID(), language: null }, origins }
}

export function requireSigned(forms: PlainForms, token: string | null | undefined) {
  const secret = readFormToken(forms, token ?? '')
  if (secret === null || !token) throw new PlainRefusal('foreign_form')
  return { token, secret }
}
