/** The captcha of a form. A token is valid for one request, so each try uses it up and requests another. */
import { useEffect, useRef, useState } from 'react'
import { loadConfig, useConfig } from '../api/config.ts'
import { session as words } from '#words/people/session.ts'
import { loadCaptcha, type CaptchaApi } from '../api/session/captcha-script.ts'

export interface Captcha {
  /** Whether this instance requires one. */
  readonly isAsked: boolean
  /** Takes the element for the widget; another key gives each try a new element. */
  readonly setPlace: (place: HTMLDivElement | null) => void
  readonly placeKey: number
  readonly fault: string | undefined
  /** Loads the script again after a failure; undefined where that would not help. */
  readonly retry: (() => void) | undefined
  /** Reads the token to send along. @returns null while the user has not solved it, which the widget then says */
  take(): Promise<{ captchaToken?: string } | null>
}

export function useCaptcha(): Captcha {
  const asked = useConfig()?.auth.captcha ?? null
  const [tries, setTries] = useState(1)
  const [fault, setFault] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const token = useRef<string>(undefined)
  const widget = useRef<{ api: CaptchaApi; id: string }>(undefined)

  useEffect(() => {
    if (!asked || !place) return
    let left = false
    const fail = (problem?: unknown) => {
      if (problem !== undefined) console.warn(problem)
      token.current = undefined
      setFailed(true)
      setFault(words.captchaFailed)
    }
    const draw = (api: CaptchaApi) => {
      if (left) return
      const id = api.render(place, {
        sitekey: asked.site_key,
        theme: window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        callback: (answer) => {
          token.current = answer
          setFault(undefined)
        },
        'expired-callback': () => {
          token.current = undefined
          setFault(words.captchaExpired)
        },
        'error-callback': fail,
      })
      widget.current = { api, id }
      setFailed(false)
      setFault(undefined)
    }
    loadCaptcha(asked.provider).then(draw, (problem: unknown) => !left && fail(problem))
    return () => {
      left = true
      widget.current?.api.remove(widget.current.id)
      widget.current = undefined
    }
  }, [asked, place])

  return {
    isAsked: asked !== null,
    setPlace,
    placeKey: tries,
    fault,
    retry: failed ? () => setTries(tries + 1) : undefined,
    async take() {
      // Without the configuration the request is sent, and the server says what is missing.
      const config = await loadConfig().catch(() => undefined)
      if (!config?.auth.captcha) return {}
      const captchaToken = token.current
      if (captchaToken === undefined) {
        setFault((known) => known ?? words.captchaFirst)
        return null
      }
      token.current = undefined
      widget.current?.api.reset(widget.current.id)
      return { captchaToken }
    },
  }
}
