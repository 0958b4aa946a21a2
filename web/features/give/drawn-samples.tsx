/** The samples of payments whose recipients callers from outside asked, on /transparency. */
import { call, type CallReply } from '../../api/client.ts'
import { sampleState } from '../../lib/sample-state.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { samples as words } from '#words/proof/samples.ts'

type Sample = CallReply<'GET /api/transparency/samples'>['samples'][number]

const COLUMNS = [
  { name: words.period },
  ...[words.drawn, words.all, words.part, words.nothing, words.unanswered, words.interval].map((name) => ({
    name,
    isNumber: true,
  })),
]

export function DrawnSamples() {
  const loaded = useLoaded((signal) => call('GET /api/transparency/samples', { signal }))
  return (
    <section aria-labelledby="samples" className="grid gap-3">
      <h2 id="samples" className="text-2xl">
        {words.title}
      </h2>
      <p className="max-w-2xl">{words.lead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-24 w-full" />}>
        {({ samples }) =>
          samples.length === 0 ? <p className="text-soft">{words.none}</p> : <Samples samples={samples} />
        }
      </LoadedPart>
    </section>
  )
}

function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <>
      <Table cards caption={words.caption} columns={COLUMNS}>
        {samples.map((sample) => (
          <SampleRow key={sample.id} sample={sample} />
        ))}
      </Table>
      <p className="max-w-2xl text-sm text-soft">
        {words.rule} {words.intervalNote}
      </p>
      <Disclosure title={words.drawTitle}>
        <p className="max-w-2xl">{words.draw}</p>
        {samples.map((sample) => (
          <Draw key={sample.id} sample={sample} />
        ))}
      </Disclosure>
      <a href="/api/transparency/samples" className="link no-print justify-self-start">
        {words.json}
      </a>
    </>
  )
}

function SampleRow({ sample: { period, draw, answers, ...sample } }: { sample: Sample }) {
  const heading = <th scope="row">{words.periodName(period)}</th>
  const drawn = (
    <td className="number" data-column={words.drawn}>
      {draw?.payments ?? '–'}
    </td>
  )
  if (!answers || !draw)
    return (
      <tr>
        {heading}
        {drawn}
        <td colSpan={5}>{sampleState({ ...sample, draw })}</td>
      </tr>
    )
  const figures = [
    [words.all, answers.all],
    [words.part, answers.part],
    [words.nothing, answers.none],
    [words.unanswered, draw.payments - answers.all - answers.part - answers.none],
    [words.interval, words.between(answers.share_low, answers.share_high)],
  ] as const
  return (
    <tr>
      {heading}
      {drawn}
      {figures.map(([name, figure]) => (
        <td key={name} className="number" data-column={name}>
          {figure}
        </td>
      ))}
    </tr>
  )
}

function Draw({ sample: { period, beacon, round, draw } }: { sample: Sample }) {
  if (!draw) return null
  const values = [
    [words.round, `${beacon}, ${round}`],
    [words.root(draw.checkpoint_size.toLocaleString('en-NG')), draw.root],
    [words.randomness, draw.randomness],
    ...(draw.signature === null ? [] : [[words.signature, draw.signature] as const]),
    [words.seed, draw.seed],
  ] as const
  return (
    <section aria-label={words.drawOf(words.periodName(period))} className="mt-4 max-w-2xl">
      <h3 className="font-semibold">{words.drawOf(words.periodName(period))}</h3>
      <dl className="mt-2 grid gap-2 text-sm">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="receipt-code">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
