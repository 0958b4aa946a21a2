/** The protocol's settings and health of this instance. */
import type { Auth } from './auth.ts'

/** Every provider that the protocol names (docs/protocols/auth.md section 5.21), and our `oidc`. */
const PROVIDERS = [
  'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao', 'keycloak',
  'linkedin', 'linkedin_oidc', 'notion', 'oidc', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch', 'twitter', 'workos',
  'zoom',
] // prettier-ignore

/** The protocol's `GET /settings`: the sign-in methods of this instance. */
export function settingsJson({ env: { accounts } }: Auth) {
  const configured = new Set<string>(accounts.oauth.map(({ id }) => id))
  return {
    external: {
      ...Object.fromEntries(PROVIDERS.map((provider) => [provider, configured.has(provider)])),
      email: true,
      phone: accounts.phoneSignIn,
      anonymous_users: false,
    },
    disable_signup: !accounts.signup,
    mailer_autoconfirm: !accounts.confirmEmail,
    phone_autoconfirm: false,
    sms_provider: accounts.sms.provider ?? '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  }
}

/** The protocol's `GET /health`, which names the protocol. */
export const healthJson = {
  version: '1',
  name: 'GoTrue',
  description: 'The auth protocol of GoTrue',
}
