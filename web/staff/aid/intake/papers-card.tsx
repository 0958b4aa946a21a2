/** The papers: chosen or photographed, each with a name. They are sent with the request. */
import { useState, type ComponentProps } from 'react'
import { DOCUMENT_LABEL_CHARACTERS_MAX } from '../../../../contract/aid/application-fields.ts'
import { DOCUMENTS_MAX } from '../../../../contract/aid/document-limits.ts'
import { prepareFile } from '../../../lib/prepare-file.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FileChooser } from '../../../ui/file-chooser.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'
import { aidPapers } from '#words/aid/aid-papers.ts'
import type { Paper } from './intake.ts'

interface PapersCardProps {
  papers: readonly Paper[]
  busy: boolean
  onChange: (change: (papers: readonly Paper[]) => readonly Paper[]) => void
}

export function PapersCard({ papers, busy, onChange }: PapersCardProps) {
  const [looking, setLooking] = useState(false)
  const [faults, setFaults] = useState<readonly string[]>([])
  const take = async (files: readonly File[]) => {
    setLooking(true)
    const { taken, refused } = await takeAll(files, DOCUMENTS_MAX - papers.length)
    onChange((known) => [...known, ...taken])
    setFaults(refused)
    setLooking(false)
  }
  const relabel = (key: number, label: string) =>
    onChange((known) => known.map((paper) => (paper.key === key ? { ...paper, label } : paper)))
  return (
    <Card title={words.papers}>
      <p className="mt-1 text-soft">
        {words.papersHint} {papers.length > 0 && words.papersKept}
      </p>
      <ul className="my-3 grid gap-3" aria-label={aidPapers.list}>
        {papers.map((paper, index) => (
          <li key={paper.key} className="stack justify-items-start gap-2">
            <TextField
              label={aidPapers.paperName(index + 1)}
              hint={index === 0 ? aidPapers.paperNameHint : undefined}
              error={undefined}
              defaultValue={paper.name}
              readOnly={busy}
              maxLength={DOCUMENT_LABEL_CHARACTERS_MAX}
              autoComplete="off"
              onInput={({ currentTarget }) => relabel(paper.key, currentTarget.value)}
            />
            <RemoveButton
              busy={busy}
              aria-label={aidPapers.removeNamed(paper.name)}
              onClick={() => onChange((known) => known.filter(({ key }) => key !== paper.key))}
            />
          </li>
        ))}
      </ul>
      <FileChooser
        words={aidPapers}
        busy={looking || busy}
        said={looking ? aidPapers.looking : ''}
        faults={faults}
        onFiles={take}
      />
    </Card>
  )
}

const nextToRemove = (button: HTMLButtonElement) =>
  button.closest('li')?.nextElementSibling?.querySelector('button') ?? button.closest('section')?.querySelector('h2')

/** Leaves with its paper: the focus then moves to that of the next one, or to the title. */
function RemoveButton(button: ComponentProps<typeof SmallButton>) {
  return (
    <SmallButton ref={useFocusOnRemoval(nextToRemove)} {...button}>
      {aidPapers.remove}
    </SmallButton>
  )
}

let lastKey = 0

/** One after the other: several large pictures at once are too much for a small phone. */
async function takeAll(files: readonly File[], room: number): Promise<{ taken: Paper[]; refused: string[] }> {
  const taken: Paper[] = []
  const refused: string[] = []
  for (const file of files) {
    if (taken.length >= room) {
      refused.push(`${file.name} ${aidPapers.fileFaults.many}`)
      continue
    }
    try {
      const found = await prepareFile(file)
      lastKey += 1
      if (found.is === 'refused') refused.push(`${found.name} ${aidPapers.fileFaults[found.fault]}`)
      else taken.push({ key: lastKey, name: found.name, content: found.content, label: '', path: null })
    } catch (fault) {
      console.warn('A file could not be read.', fault)
      refused.push(`${file.name} ${aidPapers.fileFaults.unreadable}`)
    }
  }
  return { taken, refused }
}
