/** The draft of a gift: what was typed before the script ran, what a link asks for, and what this tab still knows. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { isOpenFund } from '../../lib/funds.ts'
import { EMPTY_DRAFT, type Draft } from './draft.ts'
import { linkedDraft, storedDraft, storeDraft, typedDraft } from './stored-draft.ts'

export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const isRestored = useRef(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const put = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), [])
  const isFundChosen = useRef(false)
  const change = useCallback(
    (part: Partial<Draft>) => {
      isFundChosen.current ||= part.fund !== undefined
      put(part)
    },
    [put],
  )
  useEffect(() => {
    const earlier = isRestored.current ? {} : storedDraft()
    const typed = isRestored.current || !form.current ? {} : typedDraft(form.current)
    isRestored.current = true
    const { fund, ...linked } = linkedDraft(search)
    put({ ...earlier, ...linked, ...typed })
    if (fund !== undefined && typed.fund === undefined) {
      isFundChosen.current = false
      isOpenFund(fund).then(
        // The donor may choose before the server answers.
        (isOpen) => isOpen && !isFundChosen.current && put({ fund }),
        (fault: unknown) => console.warn('The fund of a link is not known.', fault),
      )
    }
    // Taken over: a reload must not undo what is changed now.
    if (search !== '') void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [put, form, navigate, pathname, search])
  // Stored before it is seen: a page that is left at once loses nothing.
  useLayoutEffect(() => {
    if (isRestored.current) storeDraft(draft)
  }, [draft])
  return { draft, change, setDraft }
}
