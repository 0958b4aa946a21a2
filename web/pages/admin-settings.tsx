/** /admin/settings, with the organisation, its funds, and the mails that a member of staff gets. */
import type { ComponentType } from 'react'
import type { Duty } from '../../contract/platform/staff-roles.ts'
import { useParams } from '../lib/router.tsx'
import { SettingsNav } from '../staff/office/settings/settings-nav.tsx'
import { SettingsPage } from '../staff/office/settings/settings-page.tsx'
import { ListSkeleton } from '../staff/desk/parts/list-skeleton.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { adminFunds } from '#words/money/admin-funds.ts'
import { staffFrame } from '#words/office/admin-frame.ts'
import { organisation } from '#words/office/admin-organisation.ts'
import { administration as words } from '#words/office/administration.ts'

const skeleton = <ListSkeleton />
const OwnMails = onDemand(async () => (await import('../staff/office/settings/own-mails.tsx')).OwnMails, { skeleton })
const FundsPage = onDemand(async () => (await import('../staff/money/funds/funds-page.tsx')).FundsPage, {
  skeleton,
  failed: adminFunds.failed,
})
const OrganisationPage = onDemand(
  async () => (await import('../staff/office/organisation/organisation-page.tsx')).OrganisationPage,
  { skeleton, failed: organisation.failed },
)

interface Part {
  readonly title: string
  readonly duty: Duty
  readonly Content: ComponentType
}

const TEMPLATES: Part = { title: words.settings, duty: 'see_requests', Content: SettingsPage }
const PARTS: Readonly<Record<string, Part>> = {
  mails: { title: staffFrame.ownMails, duty: 'see_requests', Content: OwnMails },
  organisation: { title: organisation.title, duty: 'administer', Content: OrganisationPage },
  funds: { title: adminFunds.title, duty: 'see_money', Content: FundsPage },
}

const partOf = (name: string | undefined) => PARTS[name ?? ''] ?? TEMPLATES

export const meta = ({ params }: { params: { part?: string } }) => staffMeta(partOf(params.part).title)

export default function AdminSettings() {
  const { title, duty, Content } = partOf(useParams()['part'])
  return (
    <StaffPage title={title} duty={duty}>
      {Content !== OwnMails && <SettingsNav />}
      <Content />
    </StaffPage>
  )
}
