/** A button that chooses files, or opens the camera of a device that has one. */
import { useRef, type RefObject } from 'react'
import { ACCEPTED } from '../lib/file-rules.ts'
import { Button } from './button.tsx'

interface FileChooserProps {
  text: string
  busy: boolean
  /** Opens the camera directly, on devices that have one. */
  camera?: boolean
  button?: RefObject<HTMLButtonElement | null>
  onFiles: (files: readonly File[]) => Promise<void>
}

export function FileChooser({ text, busy, camera = false, button, onFiles }: FileChooserProps) {
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
