/** At the foot of each printed page of a case: who printed it, and when. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { review as words } from '#words/aid/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../../desk/administration.ts'

interface PrintedByProps {
  caseNumber: string
  className?: string
}

export function PrintedBy({ caseNumber, className = '' }: PrintedByProps) {
  const { user } = useAdministration()
  const [at, setAt] = useState(() => new Date().toISOString())
  useEffect(() => {
    // Rendered before the browser lays out the pages.
    const begin = () => flushSync(() => setAt(new Date().toISOString()))
    window.addEventListener('beforeprint', begin)
    return () => window.removeEventListener('beforeprint', begin)
  }, [])
  return (
    <p className={`${className} printed-by`.trimStart()}>
      {words.printedBy(caseNumber, user.email ?? '', formatDayAndTime(at))}
    </p>
  )
}
