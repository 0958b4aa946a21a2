/** The tabs of the dashboard, each loaded when it is opened, and the overview above them. */
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { administration as words } from '#words/administration.ts'
import { ListSkeleton } from './lists/list-skeleton.tsx'
import { tabAddress, tabOf, TABS, type AdminTab } from './tabs.ts'

const Overview = lazy(() => import('./overview/overview.tsx'))
const PARTS: Readonly<Record<AdminTab, ReturnType<typeof lazy>>> = {
  applications: lazy(() => import('./requests/applications-tab.tsx')),
  beneficiaries: lazy(() => import('./people/beneficiaries-tab.tsx')),
  donors: lazy(() => import('./money/donors-tab.tsx')),
  messages: lazy(() => import('./messages/messages-tab.tsx')),
  audit: lazy(() => import('./audit/audit-tab.tsx')),
  books: lazy(() => import('./money/books-tab.tsx')),
}
const NAMED = TABS.map((name) => ({ name, text: words.tabs[name] }))

export function DashboardTabs() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const tab = tabOf(search)
  const Part = PARTS[tab]
  // An open request has the whole screen.
  const isOpen = new URLSearchParams(search).has('id')
  return (
    <>
      {!isOpen && (
        <Suspense fallback={null}>
          <Overview />
        </Suspense>
      )}
      <Tabs
        label={words.tabsLabel}
        tabs={NAMED}
        chosen={tab}
        onChoose={(to) => void navigate(tabAddress(to), { replace: true, preventScrollReset: true })}
      >
        <Suspense fallback={<ListSkeleton />}>
          <Part key={tab} />
        </Suspense>
      </Tabs>
    </>
  )
}
