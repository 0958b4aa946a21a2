/** What ends on this device with a session that its person ended, or with their account. Loaded on the press. */
import { SENDING_DATABASE } from '../../contract/aid/handling-fields.ts'
import { forgetTabDrafts } from '../api/session/draft-keys.ts'
import { discardStaffDrafts } from '../api/session/staff-drafts.ts'

/** Leaves what its person chose to keep on the device. */
export function forgetPerson(): void {
  forgetTabDrafts()
  discardStaffDrafts()
  // Requests that were to be sent for this session, which has ended.
  indexedDB.deleteDatabase(SENDING_DATABASE)
}
