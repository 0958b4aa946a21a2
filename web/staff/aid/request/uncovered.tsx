/** Names the role that is missing where nobody on the team may do what waits. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { DUTY_OF_ACT } from '../../../../contract/aid/payout-fields.ts'
import { rolesWith } from '../../../../contract/platform/staff-roles.ts'
import { review as words } from '#words/aid/review.ts'
import { team } from '#words/office/team.ts'
import { Banner } from '../../../ui/banner.tsx'

export function Uncovered({ acts }: { acts: ApplicationDetailsJson['uncovered'] }) {
  return acts.map((act) => (
    <Banner key={act} tone="bad" title={words.uncovered.title[act]} className="mb-3">
      <p>{words.uncovered.text(rolesWith(DUTY_OF_ACT[act]).map((role) => team.roles[role]))}</p>
    </Banner>
  ))
}
