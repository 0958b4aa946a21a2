/** The figures of /transparency for readers without JavaScript: the server writes them in place of what the build writes here. */
import { FUND_FIGURES, figurePlaceholder as figure, fundFigure } from '../../../contract/proof/public-figures.ts'
import { PlainFormLink } from '../../content/plain-form-link.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Table } from '../../ui/table.tsx'
import { site } from '../../words/site.ts'
import { funds as names } from '#words/money/funds.ts'
import { transparency as words } from '#words/proof/transparency.ts'

const COLUMNS = [names.received, names.promised, names.paidOut, names.left].map((name) => ({ name, isNumber: true }))
const FILES = [
  ['/api/transparency/months', words.monthsFile],
  ['/api/transparency/payments', words.paymentsFile],
  ['/api/transparency/failures', words.failuresFile],
] as const

export function FiguresWithoutScript() {
  return (
    <noscript>
      <div className="grid gap-4">
        <h2 className="text-2xl">{words.headline}</h2>
        <Figures
          label={words.headline}
          className="figures-pairs"
          figures={[
            { name: words.paidOut, figure: figure('paid_out') },
            { name: words.promised, figure: figure('promised') },
            { name: words.given, figure: figure('given') },
            { name: words.confirmedName, figure: words.confirmed(figure('confirmed'), figure('described')) },
          ]}
        />
        <p className="max-w-2xl">{words.headlineRule}</p>
        <div>
          <Disclosure title={names.tableTitle}>
            <Table cards caption={names.caption} columns={[{ name: names.fund }, ...COLUMNS]}>
              {site.funds.map(({ fund, title }) => (
                <tr key={fund}>
                  <th scope="row">{title}</th>
                  {FUND_FIGURES.map((each, place) => (
                    <td key={each} className="number" data-column={COLUMNS[place]?.name}>
                      {figure(fundFigure(fund, each))}
                    </td>
                  ))}
                </tr>
              ))}
            </Table>
            <Figures
              label={names.waitsTitle}
              figures={[{ name: names.unansweredUnknown, figure: figure('unanswered') }]}
            />
          </Disclosure>
          <Disclosure title={words.figures}>
            <Figures
              label={words.figures}
              className="figures-row"
              figures={[
                { name: words.matched, figure: figure('matched') },
                { name: words.unexplained, figure: figure('unexplained') },
                { name: words.checkpoint, figure: figure('checkpoint') },
              ]}
            />
          </Disclosure>
        </div>
        <p className="max-w-2xl">{words.withoutScript}</p>
        <ul className="grid gap-2">
          {FILES.map(([address, name]) => (
            <li key={address}>
              <a href={address} className="link">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <PlainFormLink />
      </div>
    </noscript>
  )
}
