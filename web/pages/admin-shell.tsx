/** Around every page under /admin: its own frame in place of the site's header and footer (web/root.tsx), and its own styles. */
import '../features/staff/check-replies.ts'
import { Outlet } from 'react-router'
import styles from '../features/staff/pages.css?url'
import { StaffFrame } from '../features/staff/frame/staff-frame.tsx'
import { SignOutButton } from '../features/shell/account.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { SignInAgain } from '../features/sign-in/sign-in-again.tsx'

export default function AdminShell() {
  return (
    <>
      {/* The precedence makes React wait for it before it shows the page. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <StaffFrame signOut={<SignOutButton look="outline" className="button-small" />}>
        <NoScript />
        <Outlet />
      </StaffFrame>
      <SignInAgain />
    </>
  )
}
