/** Chooses files, or opens the camera of a device that has one, and says what became of them. */
import { useRef, type RefObject } from 'react'
import { ACCEPTED } from '../lib/file-rules.ts'
import { Button } from './button.tsx'

interface FileChooserProps {
  words: { readonly chooseFiles: string; readonly takePhoto: string }
  busy: boolean
  /** Result for the chosen files; announced. */
  said: string
  /** A sentence for each file that was not taken. */
  faults: readonly string[]
  /** The button that chooses files. */
  button?: RefObject<HTMLButtonElement | null>
  onFiles: (files: readonly File[]) => Promise<void>
}

export function FileChooser({ words, busy, said, faults, button, onFiles }: FileChooserProps) {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Chooser text={words.chooseFiles} busy={busy} {...(button && { button })} onFiles={onFiles} />
        <Chooser text={words.takePhoto} busy={busy} camera onFiles={onFiles} />
      </div>
      <div>
        <output className="field-hint">{said}</output>
        <div role="alert" className="field-error">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      </div>
    </>
  )
}

interface ChooserProps extends Pick<FileChooserProps, 'busy' | 'button' | 'onFiles'> {
  text: string
  /** Opens the camera directly, on devices that have one. */
  camera?: boolean
}

function Chooser({ text, busy, camera = false, button, onFiles }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={camera ? 'camera-only' : undefined}>
      <Button look="outline" busy={busy} {...(button && { ref: button })} onClick={() => input.current?.click()}>
        {text}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text}
        accept={camera ? 'image/*' : ACCEPTED}
        {...(camera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? [])
          // Lets the same file be chosen again after it was removed.
          currentTarget.value = ''
          if (files.length > 0) void onFiles(files)
        }}
      />
    </div>
  )
}
