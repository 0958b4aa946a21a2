/** On a device without a choice of its own, opens an applicant's page in the language of their profile: they chose it on another device. */
import { useEffect } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useConfig } from '../../api/config.ts'
import { useLocation } from '../../lib/router.tsx'
import { chosenLanguage } from '../site/chosen-language.ts'

export function ProfileLanguage({ bearer }: { bearer: Bearer }) {
  const shown = useConfig()?.languages
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (import.meta.env.TRANSLATED || !shown?.length || chosenLanguage() !== null) return
    call('GET /api/profile', { bearer }).then(
      ({ language }) => {
        const own = shown.find(({ tag }) => tag === language)
        // Coming from a page of ours, that page keeps the choice on this device.
        if (own && chosenLanguage() === null) window.location.replace(`/${own.tag}${pathname}${search}`)
      },
      (problem: unknown) => console.warn('The language of the profile could not be read.', problem),
    )
  }, [shown])
  return null
}
