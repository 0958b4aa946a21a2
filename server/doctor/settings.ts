/** Checks of the settings alone. */
import { isLocalAddress, unknownSettings, type Env } from '../env.ts'
import { findingsAbout, type Finding } from './finding.ts'

const { ok, look, wrong } = findingsAbout('settings')

export function checkSettings(env: Env): Finding[] {
  const found = [...slips(), ...publicSettings(env), ...exampleWords(env)]
  return found.length > 0 ? found : [ok('Every setting is well formed.')]
}

function slips(): Finding[] {
  return unknownSettings().map((name) =>
    look(`${name} is no setting of Taimako and does nothing. Compare it with .env.example.`),
  )
}

function publicSettings(env: Env): Finding[] {
  const found: Finding[] = []
  const local = isLocalAddress(env.publicUrl)
  if (env.mode === 'sandbox' && !local)
    found.push(look('This is a sandbox: play money only. Set PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY for gifts.'))
  if (!local && !env.publicUrl.startsWith('https:'))
    found.push(
      wrong(
        'PUBLIC_URL is not https: passwords and papers can be read on the way. Put a proxy with a certificate in front.',
      ),
    )
  if (!local && !env.production)
    found.push(look('NODE_ENV is not production. Set NODE_ENV=production, so that nothing meant for trying out is on.'))
  if (!env.rateLimits)
    found.push(
      (env.mode === 'live' ? wrong : look)(
        'RATE_LIMITS is off: nobody who guesses passwords is slowed down. Remove it.',
      ),
    )
  if (env.mode === 'live' && !env.accounts.adminMfaRequired)
    found.push(
      look('Administrators may work without a second step. Set ADMIN_MFA=required to ask all of them for one.'),
    )
  return found
}

/** What a fresh copy brings, and a real instance replaces. */
function exampleWords({ mode, support, mail }: Env): Finding[] {
  const found: Finding[] = []
  if (mode === 'sandbox') return found
  if (support.email.endsWith('.example'))
    found.push(look('SUPPORT_EMAIL is the example: what people write on /contact reaches nobody. Set your own.'))
  if (/\.example>?$/.test(mail.from))
    found.push(look('MAIL_FROM is the example, and mail servers refuse it. Set an address of your own domain.'))
  return found
}
