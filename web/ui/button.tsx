/** The looks of something to press. A link that looks like a button takes the class; a button is the part below. */
import type { ComponentProps } from 'react'

export type ButtonLook = 'primary' | 'gold' | 'outline' | 'quiet'

export function buttonClass(look: ButtonLook, more = ''): string {
  return `button button-${look} ${more}`.trimEnd()
}

export function Button({ look = 'primary', className, ...rest }: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}
