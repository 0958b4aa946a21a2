/** One of our own line icons, from a separate file so that it adds to no page's JavaScript. Decoration: name things in text. */
import sprite from '../art/icons.svg'

export type IconName =
  | 'book'
  | 'coins'
  | 'bowl'
  | 'shield'
  | 'people'
  | 'globe'
  | 'lock'
  | 'copy'
  | 'print'
  | 'mail'
  | 'phone'
  | 'check'
  | 'arrow'
  | 'clock'
  | 'question'
  | 'siren'
  | 'turn'
  | 'plus'
  | 'minus'
  | 'search'
  | 'chart'
  | 'badge'
  | 'sliders'

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`.trimEnd()} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
