/** Deletes the drafts that this device keeps for a person whose account was closed, with the files: no page would show them to anyone again. */
import { draftKeys } from '../../api/session/draft-keys.ts'
import { namedFiles, readDevice } from './draft-storage.ts'
import { deleteFiles } from './file-storage.ts'

/** @param forgetTab deletes what this tab has */
export async function forgetDraftsOf(userId: string, forgetTab: () => void): Promise<void> {
  const named = namedFiles()
  forgetTab()
  for (const key of draftKeys(localStorage))
    if (readDevice(key)?.progress.userId === userId) localStorage.removeItem(key)
  const left = namedFiles()
  await deleteFiles(named.filter((id) => !left.includes(id)))
}
