/** The fields of a complaint: on the public page, and where staff enter one. */
import type { Ref } from 'react'
import {
  COMPLAINT_ABOUT,
  COMPLAINT_CHARACTERS_MAX,
  COMPLAINT_KINDS,
  inGroups,
  type ComplaintAbout,
  type ComplaintKind,
} from '../../../contract/aid/complaint-fields.ts'
import type { FormErrors, Typed } from '../../lib/use-form.ts'
import { SelectField } from '../select.tsx'
import { TextArea } from '../text-area.tsx'
import { TextField } from '../text-field.tsx'
import { complaints as words } from '#words/aid/complaint-names.ts'

export const COMPLAINT_NAMES = ['kind', 'about', 'text', 'contact'] as const
export type ComplaintName = (typeof COMPLAINT_NAMES)[number]

export function checkComplaint(typed: Typed<ComplaintName>): FormErrors<ComplaintName> {
  return {
    ...(typed('kind') === '' && { kind: words.missing.kind }),
    ...(typed('text').trim() === '' && { text: words.missing.text }),
  }
}

interface Content {
  readonly kind: ComplaintKind
  readonly about: ComplaintAbout
  readonly text: string
  readonly contact: string | null
}

/** The body of the call. */
export function readComplaint(typed: Typed<ComplaintName>): Content {
  return {
    kind: COMPLAINT_KINDS.find((kind) => kind === typed('kind')) ?? 'other',
    about: COMPLAINT_ABOUT.find((about) => about === typed('about')) ?? 'none',
    text: typed('text'),
    contact: typed('contact') || null,
  }
}

interface ComplaintFieldsProps {
  faults: FormErrors<ComplaintName>
  busy: boolean
  /** The name of the one who reads complaints about people who work here; null where there is no one, undefined while that is not known. */
  focal: string | null | undefined
  /** We know who writes. */
  isSigned?: boolean
  textRef?: Ref<HTMLTextAreaElement>
}

export function ComplaintFields({ faults, busy, focal, isSigned = false, textRef }: ComplaintFieldsProps) {
  // Offered while it is not known: without the choice, the one complained about could read it. The server refuses what no one may read.
  const aboutStaff = focal === null ? [] : [['staff', words.aboutStaff] as const]
  const aboutFocal = focal == null ? [] : [['focal', words.aboutFocal(focal)] as const]
  return (
    <>
      <SelectField
        label={words.kind}
        error={faults.kind}
        name="kind"
        defaultValue=""
        required
        none={words.choose}
        options={COMPLAINT_KINDS.map((kind) => [kind, words.kinds[kind]])}
      />
      <SelectField
        label={words.isAbout}
        error={faults.about}
        name="about"
        defaultValue="none"
        options={[['none', words.about.none], ...aboutStaff, ...aboutFocal]}
      />
      <TextArea
        ref={textRef}
        label={words.text}
        hint={words.textHint}
        name="text"
        rows={7}
        required
        readOnly={busy}
        maxLength={COMPLAINT_CHARACTERS_MAX.text}
        error={faults.text}
      />
      {!isSigned && (
        <TextField
          label={words.contact}
          hint={words.contactHint}
          error={faults.contact}
          name="contact"
          readOnly={busy}
          maxLength={COMPLAINT_CHARACTERS_MAX.contact}
        />
      )}
    </>
  )
}

/** The code of a new complaint, in groups that can be read out. */
export function ComplaintCode({ code }: { code: string }) {
  return <p className="mt-4 font-mono text-3xl font-bold wrap-anywhere">{inGroups(code)}</p>
}
