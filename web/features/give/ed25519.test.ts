/** Checks signatures without the browser's Ed25519, which most lacked before 2025. The note is one that Go's `sumdb/note` made. */
import { expect, test, vi } from 'vitest'
import { PETER, SIGNATURE, TEXT } from '../../../test/support/go-note.ts'
import { openNote, readVerifierKey, signatureLine } from '../../../contract/proof/note.ts'
import { isSigned } from './ed25519.ts'

test('a signature is accepted, and a changed text, a cut signature and one that nothing can check are refused', async () => {
  const key = await readVerifierKey(PETER)
  const note = `${TEXT}\n${SIGNATURE}`
  const missing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('Unrecognized name.'))
  const load = async () => isSigned
  expect(await openNote(note, [key], load)).toBe(TEXT)
  const other = note.replace('problem is', 'problem was')
  await expect(openNote(other, [key], load)).rejects.toThrow('The signature does not fit the text.')
  const cut = `${TEXT}\n${signatureLine(key.name, key.id, new Uint8Array(63))}`
  await expect(openNote(cut, [key], load)).rejects.toThrow('The signature does not fit the text.')
  await expect(openNote(note, [key])).rejects.toThrow('cannot be checked here')
  missing.mockRestore()
})
