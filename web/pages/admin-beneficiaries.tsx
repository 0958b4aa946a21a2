/** /admin/beneficiaries: its parts are in staff/aid/applicants. */
import { BeneficiariesPage } from '../staff/aid/applicants/beneficiaries-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.tabs.beneficiaries, 'see_requests', BeneficiariesPage)
export { meta, Screen as default }
