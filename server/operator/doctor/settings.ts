/** Checks of the settings alone. */
import { isLocalAddress, unknownSettings, type Env } from '../../platform/env/env.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, warning, problem } = findingsAbout('settings')

export function checkSettings(env: Env): Finding[] {
  const found = [...slips(), ...publicSettings(env), ...exampleWords(env)]
  return found.length > 0 ? found : [ok('Every setting is valid.')]
}

function slips(): Finding[] {
  return unknownSettings().map((name) =>
    warning(`${name} is not a Taimako setting and has no effect. Compare it with .env.example.`),
  )
}

function publicSettings(env: Env): Finding[] {
  const found: Finding[] = []
  const local = isLocalAddress(env.publicUrl)
  if (env.mode === 'sandbox' && !local)
    found.push(
      warning('This is a sandbox: play money only. Set PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY for gifts.'),
    )
  if (!local && !env.publicUrl.startsWith('https:'))
    found.push(
      problem(
        'PUBLIC_URL is not https: passwords and documents can be read in transit. Put a proxy with a certificate in front.',
      ),
    )
  if (!local && !env.production)
    found.push(warning('NODE_ENV is not production. Set NODE_ENV=production, so that development features are off.'))
  if (!env.rateLimits)
    found.push(
      (env.mode === 'live' ? problem : warning)('RATE_LIMITS is off: password guessing is not slowed down. Remove it.'),
    )
  if (!local && !env.accounts.adminMfaRequired)
    found.push(warning('Administrators can work without a second step. Remove ADMIN_MFA=off to require one.'))
  return found
}

/** Finds example values of a fresh copy, which a real instance replaces. */
function exampleWords({ mode, support, mail }: Env): Finding[] {
  const found: Finding[] = []
  if (mode === 'sandbox') return found
  if (support.email.endsWith('.example'))
    found.push(
      warning(
        'SUPPORT_EMAIL is still the example: messages from /contact reach no one until contacts are published under Settings → Organisation. Set your own.',
      ),
    )
  if (/\.example>?$/.test(mail.from))
    found.push(
      warning('MAIL_FROM is still the example, and mail servers refuse it. Use an address at your own domain.'),
    )
  return found
}
