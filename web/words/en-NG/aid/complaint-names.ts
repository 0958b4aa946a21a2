/** Names of complaints, for the public page and for staff. */
import { englishComplaints } from '../../../../contract/aid/complaint-words.ts'

export const complaints = englishComplaints()
