/** Saves a file. Its content comes from a call with an access token, which a link cannot send: so a link to the content is made and clicked. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start to read it only after this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
