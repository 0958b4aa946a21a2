/** The draft of a gift: what was typed before the script ran, what a link asks for, and what this tab still knows. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { DONATION_TYPE_DEFAULT, type DonationType } from '../../../contract/money/funds.ts'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { isOpenFund, useKnownFunds } from '../../lib/funds.ts'
import { EMPTY_DRAFT, isDraftOf, type Draft } from './draft.ts'
import type { Gift } from './gift.ts'
import { linkedDraft, storedDraft, storeDraft, typedDraft } from './stored-draft.ts'

/**
 * @returns `closedFund`: the title of the fund that was chosen, and takes no new gifts. `isAsking`: whether the fund of a link takes gifts
 * is not known yet, and another one is shown
 */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const isRestored = useRef(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const put = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), [])
  const isFundChosen = useRef(false)
  const [refused, setRefused] = useState<DonationType>()
  const [isAsking, setAsking] = useState(false)
  const change = (part: Partial<Draft>) => {
    if (part.fund !== undefined) {
      isFundChosen.current = true
      setRefused(undefined)
      setAsking(false)
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
      const open = isOpenFund(fund)
      if (open === true) put({ fund })
      else {
        setAsking(true)
        void open
          // The donor may choose before the server answers.
          .then((isOpen) => isFundChosen.current || (isOpen ? put({ fund }) : setRefused(fund)), console.warn)
          .then(() => setAsking(false))
      }
    }
    // Taken over: a reload must not undo what is changed now.
    if (search !== '') void navigate(pathname, { replace: true, keepsScroll: true })
  }, [put, form, navigate, pathname, search])
  // Stored before it is seen: a page that is left at once loses nothing.
  useLayoutEffect(() => {
    if (isRestored.current) storeDraft(draft)
  }, [draft])
  const funds = useKnownFunds()
  const find = (name?: DonationType) => funds.find(({ fund }) => fund === name)
  const toOpenFund = (typed: Draft) => (find(typed.fund)?.open ? typed : { ...typed, fund: DONATION_TYPE_DEFAULT })
  const shown = toOpenFund(draft)
  return {
    draft: shown,
    change,
    isAsking,
    /** Keeps a draft that is already being typed for another gift. */
    forget: (gift: Gift) => setDraft((typed) => (isDraftOf(toOpenFund(typed), gift) ? EMPTY_DRAFT : typed)),
    closedFund: find(refused ?? (shown === draft ? undefined : draft.fund))?.title,
  }
}
