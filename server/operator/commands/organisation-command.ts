/** `npm run organisation`, in its own process or in the running server: the organisation’s details, to and from a file. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { exportOrganisation, importOrganisation } from '../../office/organisation/organisation-file.ts'
import type { Core } from '../../platform/core.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { fileFault, StartError } from '../../platform/errors.ts'

export const OrganisationCommand = z.strictObject({ command: z.enum(['export', 'import']), file: z.string() })
type OrganisationCommand = z.output<typeof OrganisationCommand>

const USAGE = `Say what to do:
  npm run organisation -- export FILE   writes what is published, with its logo
  npm run organisation -- import FILE   makes a file the draft, which an administrator looks at and publishes`

/** @throws StartError with the usage */
export function parseOrganisationCommand(words: readonly string[]): OrganisationCommand {
  const [command, file, ...more] = words
  const parsed = OrganisationCommand.safeParse({ command, file: file === undefined ? file : resolve(file) })
  if (!parsed.success || more.length > 0) throw new StartError(USAGE)
  return parsed.data
}

/** @returns the sentence to print */
export async function keepOrganisation(core: Core, { command, file }: OrganisationCommand): Promise<string> {
  if (command === 'export') {
    const text = await exportOrganisation(core)
    await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
      throw codeOf(error) === 'EEXIST'
        ? new StartError(`${file} exists already. Choose another name.`)
        : fileFault(error, file)
    })
    return `Wrote the organisation’s details to ${file}.`
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? new StartError(`${file} does not exist.`) : fileFault(error, file)
  })
  await importOrganisation(core, text)
  return 'The file is the draft now. Look at it under Settings → Organisation, then publish it.'
}
