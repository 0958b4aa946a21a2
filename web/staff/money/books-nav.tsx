/** The parts of the books: what needs a person, the months, and a page for each thing that they are compared with. */
import './books.css'
import { NavLink } from 'react-router'
import { books as words } from '#words/money/admin-reports.ts'
import { LOSSES, MATCH, MONTHS, placeAddress, STATEMENTS, WALLETS } from '../desk/places.ts'

const PARTS = [
  { to: placeAddress('books'), text: words.parts.now },
  { to: MONTHS, text: words.parts.months },
  { to: MATCH, text: words.parts.match },
  { to: STATEMENTS, text: words.parts.statements },
  { to: WALLETS, text: words.parts.wallets },
  { to: LOSSES, text: words.parts.losses },
]

export function BooksNav() {
  return (
    <nav aria-label={words.partsLabel} className="queue-views">
      <ul>
        {PARTS.map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to} end className="chip">
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
