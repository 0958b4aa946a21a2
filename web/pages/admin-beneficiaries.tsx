/** /admin/beneficiaries: its parts are in staff/aid/applicants. */
import { BeneficiariesPage } from '../staff/aid/applicants/beneficiaries-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.tabs.beneficiaries, 'see_requests', BeneficiariesPage)
export default Screen
