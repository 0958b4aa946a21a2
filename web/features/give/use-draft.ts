/** The draft of a gift: what was typed before the script ran, what a link asks for, and what this tab still knows. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { DONATION_TYPE_DEFAULT, type DonationType } from '../../../contract/money/funds.ts'
import { isOpenFund, useKnownFunds } from '../../lib/funds.ts'
import { EMPTY_DRAFT, type Draft } from './draft.ts'
import { linkedDraft, storedDraft, storeDraft, typedDraft } from './stored-draft.ts'

/** @returns `closedFund`: the title of the fund that was chosen, and takes no new gifts */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const isRestored = useRef(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const put = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), [])
  const isFundChosen = useRef(false)
  const [refused, setRefused] = useState<DonationType>()
  const change = (part: Partial<Draft>) => {
    if (part.fund !== undefined) {
      isFundChosen.current = true
      setRefused(undefined)
    }
    put(part)
  }
  useEffect(() => {
    const earlier = isRestored.current ? {} : storedDraft()
    const typed = isRestored.current || !form.current ? {} : typedDraft(form.current)
    isRestored.current = true
    const { fund, ...linked } = linkedDraft(search)
    put({ ...earlier, ...linked, ...typed })
    if (fund !== undefined && typed.fund === undefined) {
      isFundChosen.current = false
      void isOpenFund(fund).then((isOpen) => {
        // The donor may choose before the server answers.
        if (isFundChosen.current) return
        if (isOpen) put({ fund })
        else setRefused(fund)
      }, console.warn)
    }
    // Taken over: a reload must not undo what is changed now.
    if (search !== '') void navigate(pathname, { replace: true, keepsScroll: true })
  }, [put, form, navigate, pathname, search])
  // Stored before it is seen: a page that is left at once loses nothing.
  useLayoutEffect(() => {
    if (isRestored.current) storeDraft(draft)
  }, [draft])
  const funds = useKnownFunds()
  const isClosed = !funds.some(({ open, fund }) => open && fund === draft.fund)
  useEffect(() => {
    if (!isClosed) return
    setRefused(draft.fund)
    put({ fund: DONATION_TYPE_DEFAULT })
  }, [isClosed, draft.fund, put])
  return { draft, change, setDraft, closedFund: funds.find(({ fund }) => fund === refused)?.title }
}
