/** Deletes all that this device has of a person whose account was closed, with the files. Loaded then. */
import { forgetPerson } from '../../lib/forget-person.ts'
import { deleteDraftsOf, namedFiles } from './draft-storage.ts'
import { deleteFiles } from './file-storage.ts'

export async function forgetAccount(userId: string): Promise<void> {
  const named = namedFiles()
  forgetPerson()
  deleteDraftsOf(userId)
  const left = namedFiles()
  await deleteFiles(named.filter((id) => !left.includes(id)))
}
