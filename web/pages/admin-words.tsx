/** /admin/words: its parts are in staff/aid/recipient-words-page.tsx. */
import { RecipientWordsPage } from '../staff/aid/recipient-words-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { staffWords } from '#words/aid/admin-words.ts'

const { meta, Screen } = staffScreen(staffWords.place, 'administer', RecipientWordsPage)
export { meta, Screen as default }
