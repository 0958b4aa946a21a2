/** Forms that a browser posts without a script. */

/** Reads the fields. Browsers send each line break as two characters, and count it as one of those that a field may have. */
export function readTypedForm(posted: string): URLSearchParams {
  return new URLSearchParams(
    [...new URLSearchParams(posted)].map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]),
  )
}
