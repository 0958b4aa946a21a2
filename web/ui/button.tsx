/** The looks of a button. A link that looks like one takes the class; a button uses the component below. */
import type { ComponentProps, MouseEvent } from 'react'

export type ButtonLook = 'primary' | 'gold' | 'outline' | 'quiet' | 'danger'

export function buttonClass(look: ButtonLook, more = ''): string {
  return `button button-${look} ${more}`.trimEnd()
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /**
   * Busy with the last press: it keeps the focus, which a disabled button would lose, and ignores further presses. Its accessible
   * name then is the text it shows ("Opening …").
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

/** A button beside a text, in a row or below a card. */
export function SmallButton({ look = 'outline', className = '', ...rest }: ButtonProps) {
  return <Button look={look} className={`button-small ${className}`} {...rest} />
}
