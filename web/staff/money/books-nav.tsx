/** The parts of the books: what needs a person, the months, and a page for each thing that they are compared with. */
import './books.css'
import { books as words } from '#words/money/admin-reports.ts'
import { PartsNav } from '../desk/parts-nav.tsx'
import { LOSSES, MATCH, MONTHS, placeAddress, STATEMENTS, WALLETS } from '../desk/places.ts'

const PARTS = [
  { to: placeAddress('books'), text: words.parts.now },
  { to: MONTHS, text: words.parts.months },
  { to: MATCH, text: words.parts.match },
  { to: STATEMENTS, text: words.parts.statements },
  { to: WALLETS, text: words.parts.wallets },
  { to: LOSSES, text: words.parts.losses },
]

export const BooksNav = () => <PartsNav label={words.partsLabel} parts={PARTS} />
