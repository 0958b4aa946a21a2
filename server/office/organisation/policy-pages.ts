/** Every version of privacy notice, terms and refunds, at an address of its own: HTML that the server makes. */
import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import {
  POLICY_NAMES,
  POLICY_VERSION,
  policyVersionsPath,
  type PolicyName,
} from '../../../contract/platform/policy-names.ts'
import { framed, spokenIn, STYLE_BLOCK, type Html } from '../../aid/plain/pages.ts'
import type { Core } from '../../platform/core.ts'
import { barePolicy, inlineStyleHashes } from '../../platform/http/security.ts'
import { inLagos } from '../../platform/lagos-days.ts'
import { htmlOf } from '../../platform/rendering/formatted-text.ts'
import { currentPolicyVersions, findPolicyVersion, listPolicyVersions } from '../../platform/rendering/policies.ts'

const CONTENT_POLICY = barePolicy([], inlineStyleHashes(STYLE_BLOCK))
const TITLES: Readonly<Record<PolicyName, string>> = {
  privacy: 'Privacy notice',
  terms: 'Terms of use',
  refunds: 'Refunds',
}

export function policyPages(core: Core): Hono {
  const routes = new Hono()
  const show = (c: Context, title: string, content: Html, status: 200 | 404 = 200) => {
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Security-Policy', CONTENT_POLICY)
    return c.html(framed(core, spokenIn(null, ''), { title }, content), status)
  }
  for (const policy of POLICY_NAMES) {
    const all = policyVersionsPath(policy)
    routes.get(all, async (c) => {
      const stored = (await listPolicyVersions(core.db)).filter((row) => row.policy === policy).toReversed()
      return show(c, `${TITLES[policy]}: all versions`, versionList(policy, stored))
    })
    routes.get(`${all}/:version`, async (c) => {
      const named = c.req.param('version')
      const found = POLICY_VERSION.test(named) ? await findPolicyVersion(core.db, policy, named) : null
      if (!found)
        return show(c, TITLES[policy], html`<p>There is no such version. <a href="${all}">All versions</a></p>`, 404)
      const { version, since, digest, content } = found
      const isCurrent = version === (await currentPolicyVersions(core.db))[policy]
      return show(
        c,
        `${TITLES[policy]}, version ${version}`,
        html`<p>
            ${isCurrent ? html`In force since ${inLagos.format(since)}.` : html`<b>No longer in force.</b> Published on ${inLagos.format(since)}.`}
            <a href="/${policy}">The version in force</a> ·
            <a href="${all}">All versions</a>
          </p>
          ${content.sections.map(
            ({ title, text, isOurs }) =>
              html`<section lang="${isOurs ? 'en' : content.language}">
                <h2>${title}</h2>
                ${raw(htmlOf(text))}
              </section>`,
          )}
          <p>
            <small>SHA-256 of this text: <code>${digest}</code></small>
          </p>`,
      )
    })
  }
  return routes
}

type Listed = Awaited<ReturnType<typeof listPolicyVersions>>

const versionList = (policy: PolicyName, stored: Listed) =>
  html`<p>The newest is <a href="/${policy}">in force</a>. With a request for aid we store the version that you saw.</p>
    <ul>
      ${stored.map(
        ({ version, since }) =>
          html`<li>
            <a href="${policyVersionsPath(policy, version)}">Version ${version}</a>, since ${inLagos.format(since)}
          </li>`,
      )}
    </ul>`
