/** The looks of something to press. A link that looks like a button takes the class; a button is the part below. */
import type { ComponentProps, MouseEvent } from 'react'

export type ButtonLook = 'primary' | 'gold' | 'outline' | 'quiet'

export function buttonClass(look: ButtonLook, more = ''): string {
  return `button button-${look} ${more}`.trimEnd()
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /**
   * Working on the last press: it keeps the focus, which a disabled button would lose, and ignores presses. It is then called
   * what it shows ("Opening …"), for whom it is read out to and for whom speaks to it.
   */
  busy?: boolean
}

export function Button({ look = 'primary', busy = false, className, onClick, ...rest }: ButtonProps) {
  const ignore = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, 'aria-label': undefined })}
      onClick={busy ? ignore : onClick}
      className={buttonClass(look, className)}
    />
  )
}
