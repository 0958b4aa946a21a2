/** Around every page under /admin: its own frame in place of the site's header and footer (web/root.tsx), and its own styles. */
import { useEffect, type ReactNode } from 'react'
import styles from '../staff/desk/pages.css?url'
import { StaffFrame } from '../staff/desk/staff-frame.tsx'
import { SignOutButton } from '../features/site/shell/account.tsx'
import { loadPart } from '../lib/load-part.ts'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx'

const CHECKED_AFTER_MILLISECONDS = 3000

export default function AdminShell({ children }: { children: ReactNode }) {
  // With all schemas it is as large as the queue itself, so the queue comes first. The server has checked every reply before by the same
  // schemas; this finds pages that are older than the server.
  useEffect(() => {
    const load = () => void loadPart(() => import('../staff/desk/check-replies.ts')).catch(console.warn)
    const timer = setTimeout(load, CHECKED_AFTER_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* The precedence makes React wait for it before it shows the page. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <StaffFrame signOut={<SignOutButton look="outline" className="button-small" />}>
        <NoScript />
        {children}
      </StaffFrame>
      <SignInAgain />
    </>
  )
}
