/** /admin and /admin/dashboard, the same screen: people, requests, gifts and the books. Its parts are in features/staff. */
import '../features/staff/check-replies.ts'
import styles from '../features/staff/pages.css?url'
import { AdministratorsOnly } from '../features/staff/administrators-only.tsx'
import { DashboardTabs } from '../features/staff/dashboard-tabs.tsx'
import { ListSkeleton } from '../features/staff/lists/list-skeleton.tsx'
import { NoScript } from '../features/sign-in/no-script.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { administration as words } from '#words/administration.ts'

export function meta() {
  return [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]
}

export default function AdminDashboard() {
  return (
    <>
      {/* The precedence makes React wait for it before it shows the page. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap min-h-screen pt-6 pb-20">
        <NoScript />
        <div className="needs-script">
          <AdministratorsOnly skeleton={<ListSkeleton />}>
            <DashboardTabs />
          </AdministratorsOnly>
        </div>
      </div>
    </>
  )
}
