/** The captcha's script, loaded only where the configuration requires one. Turnstile and hCaptcha have the same functions. */
import { isRecord } from '../is-record.ts'
import type { SiteConfig } from '../config.ts'

type CaptchaProvider = NonNullable<SiteConfig['auth']['captcha']>['provider']

interface CaptchaOptions {
  sitekey: string
  theme: string
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

export interface CaptchaApi {
  render(place: HTMLElement, options: CaptchaOptions): string
  reset(widget: string): void
  remove(widget: string): void
}

const SCRIPTS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
}

let loading: Promise<CaptchaApi> | undefined

/** @throws when the script cannot be loaded; the next caller then retries */
export function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  loading ??= load(provider).catch((fault: unknown) => {
    loading = undefined
    throw fault
  })
  return loading
}

function load(provider: CaptchaProvider): Promise<CaptchaApi> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPTS[provider]
    script.async = true
    script.addEventListener('load', () => {
      const api: unknown = Reflect.get(window, provider)
      if (isCaptchaApi(api)) resolve(api)
      else reject(new Error(`captcha: ${provider} came without its functions`))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`captcha: ${provider} could not be loaded`))
    })
    document.head.append(script)
  })
}

function isCaptchaApi(api: unknown): api is CaptchaApi {
  return isRecord(api) && ['render', 'reset', 'remove'].every((name) => typeof api[name] === 'function')
}
