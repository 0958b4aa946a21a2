/**
 * Writes each text message to a file in DATA_DIR/sms when no provider is configured. For trying things out: nothing is delivered.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocalAddress, type Env } from '../env/env.ts'
import type { TextMessage, TextSender } from './sms.ts'

/** A text in the folder: to a number, or a reply from it in the sandbox. */
export interface FolderText {
  readonly is: 'text' | 'reply'
  /** As in {@link TextMessage}. */
  readonly number: string
  readonly text: string
  readonly createdAt: Date
}

/** The newest that are read: more than a newcomer causes. */
const READ_MAX = 1000

const folderOf = (dataDir: string) => join(dataDir, 'sms')

/**
 * Whether the sandbox shows the folder as a phone, and stands in for the provider of replies. Texts have codes that sign in, so no
 * instance with a public address does.
 */
export function hasSandboxPhone({ mode, accounts, publicUrl }: Pick<Env, 'mode' | 'accounts' | 'publicUrl'>): boolean {
  return mode === 'sandbox' && accounts.sms.provider === undefined && isLocalAddress(publicUrl)
}

export function createFolderSender(dataDir: string): TextSender {
  return {
    async send({ id, to, ...rest }) {
      await writeToFolder(dataDir, id, { is: 'text', number: to, ...rest })
      return id
    },
  }
}

export async function writeToFolder(
  dataDir: string,
  id: TextMessage['id'],
  { is, number, text, createdAt }: FolderText,
): Promise<void> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The same name at every attempt, and never a partial message.
  const file = join(folder, `${createdAt.toISOString().replaceAll(':', '-')}_${id}.txt`)
  await writeFile(`${file}.part`, `${is === 'text' ? 'To' : 'From'}: +${number}\n\n${text}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)_[\w-]+\.txt$/
const CONTENT = /^(To|From): \+(\d+)\n\n([^]*)\n$/

/** @returns the newest texts, oldest first; another file in the folder is none */
export async function readFolder(dataDir: string): Promise<FolderText[]> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  const dated = names.filter((name) => NAME.test(name)).toSorted()
  const texts: FolderText[] = []
  for (const name of dated.slice(-READ_MAX)) {
    // It may be deleted meanwhile.
    const content = await readFile(join(folder, name), 'utf8').catch(() => '')
    const [, direction, number, text] = CONTENT.exec(content) ?? []
    if (number === undefined || text === undefined) continue
    const createdAt = new Date(name.replace(NAME, '$1:$2:$3'))
    texts.push({ is: direction === 'To' ? 'text' : 'reply', number, text, createdAt })
  }
  return texts
}
