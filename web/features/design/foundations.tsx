/** The tokens of web/ui/tokens.css in both themes. */
import { Sample } from './sample.tsx'

const COLOURS = [
  ['paper', 'the ground of a page'],
  ['surface', 'cards, fields'],
  ['sunken', 'a quieter band'],
  ['ink', 'text'],
  ['soft', 'second text'],
  ['line', 'hairlines'],
  ['edge', 'borders of controls'],
  ['leaf', 'actions, figures, links'],
  ['leaf-strong', 'an action under the pointer'],
  ['leaf-wash', 'what is good, a calm band'],
  ['gold', 'the one button that gives, the hem'],
  ['gold-strong', 'that button under the pointer'],
  ['gold-wash', 'what waits, a note'],
  ['clay', 'drawings'],
  ['sky', 'what is being looked at'],
  ['sky-wash', 'its ground'],
  ['alert', 'what went wrong'],
  ['alert-wash', 'its ground'],
  ['night', 'page heads, footer'],
] as const

const PAIRS = [
  ['ink', 'paper'],
  ['soft', 'paper'],
  ['ink', 'sunken'],
  ['soft', 'sunken'],
  ['leaf', 'paper'],
  ['on-leaf', 'leaf'],
  ['on-gold', 'gold'],
  ['leaf', 'leaf-wash'],
  ['ink', 'gold-wash'],
  ['sky', 'sky-wash'],
  ['alert', 'surface'],
  ['alert', 'alert-wash'],
  ['on-night', 'night'],
  ['on-night-soft', 'night'],
] as const

const SIZES = ['sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'] as const
const SPACES = [1, 2, 3, 4, 6, 8, 12, 16, 24] as const

const colour = (name: string) => `var(--color-${name})`

export function Foundations() {
  return (
    <>
      <Sample title="Colour">
        <div className="sample-grid">
          {COLOURS.map(([name, use]) => (
            <div key={name} className="swatch">
              <span style={{ background: colour(name) }} />
              <strong>{name}</strong>
              <span>{use}</span>
            </div>
          ))}
        </div>
      </Sample>
      <Sample title="Pairs" note="Every text colour on the grounds that it may stand on, each at least 4.5 : 1.">
        <div className="sample-grid">
          {PAIRS.map(([text, ground]) => (
            <p key={`${text} ${ground}`} className="pair" style={{ color: colour(text), background: colour(ground) }}>
              {text} on {ground}
            </p>
          ))}
        </div>
      </Sample>
      <Sample title="Type" note="Bricolage Grotesque, 400 to 700. The three largest grow with the screen.">
        {SIZES.map((size) => (
          <p
            key={size}
            style={{
              fontSize: `var(--text-${size})`,
              lineHeight: `var(--text-${size}--line-height)`,
              marginTop: '1rem',
            }}
          >
            {size}: Ẹ káàbọ̀, nnọọ, sannu. ₦1,500.00
          </p>
        ))}
      </Sample>
      <Sample title="Space" note="A step is 4 px.">
        {SPACES.map((steps) => (
          <p key={steps} className="sample-row">
            <span style={{ width: '3rem' }}>{steps}</span>
            <span className="bar" style={{ width: `${steps * 4}px` }} />
          </p>
        ))}
      </Sample>
      <Sample title="Radius and shadow">
        <div className="sample-row">
          {(['sm', 'md', 'lg'] as const).map((radius) => (
            <span key={radius} className="step" style={{ borderRadius: `var(--radius-${radius})` }} />
          ))}
          {(['low', 'high'] as const).map((shadow) => (
            <span key={shadow} className="step" style={{ boxShadow: `var(--shadow-${shadow})`, border: 0 }} />
          ))}
        </div>
      </Sample>
      <Sample title="Motion" note="140 ms for colours. Point at it; nothing moves where less motion is asked for.">
        <p className="mover sample-row">Point here</p>
      </Sample>
    </>
  )
}
