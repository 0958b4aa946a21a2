/** On a device without a choice of its own, opens an applicant's page in the language of their profile: they chose it on another device. */
import { useEffect, useEffectEvent } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { useConfig } from '../../api/config.ts'
import { useLocation } from '../../lib/router.tsx'
import { chosenLanguage, hasWords } from './chosen-language.ts'

export function ProfileLanguage({ bearer }: { bearer: Bearer }) {
  const shown = useConfig()?.languages
  const { pathname, search } = useLocation()
  const openInOwn = useEffectEvent(async (tags: readonly string[]) => {
    try {
      const { language } = await call('GET /api/profile', { bearer })
      // Coming from a page of ours, that page keeps the choice on this device.
      const isInUse = hasWords() || document.querySelector('dialog[open]') !== null
      if (language !== null && tags.includes(language) && chosenLanguage() === null && !isInUse)
        window.location.replace(`/${language}${pathname}${search}`)
    } catch (problem) {
      console.warn('The language of the profile could not be read.', problem)
    }
  })
  useEffect(() => {
    if (!import.meta.env.TRANSLATED && shown && shown.length > 0 && chosenLanguage() === null)
      void openInOwn(shown.map(({ tag }) => tag))
  }, [shown])
  return null
}
