/** /log: the newest checkpoint of the public log, what it proves, and how to check it. */
import { Link } from '../lib/router.tsx'
import { call, type CallReply } from '../api/client.ts'
import { formatDayAndTime } from '../lib/format-date.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { PlainFormLink } from '../content/plain-form-link.tsx'
import { pageMeta } from '../page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { SentCheckpoints } from '../ui/sent-checkpoints.tsx'
import { figurePlaceholder } from '../../contract/proof/public-figures.ts'
import { SigningStopped } from '../ui/signing-stopped.tsx'
import { Figures } from '../ui/figures.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TextSection } from '../ui/text-section.tsx'
import { log as words } from '#words/proof/log.ts'

export const meta = () => pageMeta('/log', words)

type Newest = CallReply<'GET /api/transparency/log'>

export default function LogPage() {
  const { view, reload } = useLoaded((signal) => call('GET /api/transparency/log', { signal }))
  const address = useHydrated() ? window.location.origin : ''
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="wrap section grid gap-12">
        {view.is === 'failed' ? (
          <NotLoaded title={words.failed} problem={view.problem} onRetry={reload} />
        ) : (
          <Checkpoint found={view.is === 'there' ? view.value : undefined} />
        )}
        <TextSection id="proves" title={words.provesTitle}>
          <Points points={words.proves} />
        </TextSection>
        <TextSection id="limits" title={words.limitsTitle}>
          <Points points={words.limits} />
        </TextSection>
        <TextSection id="privacy" title={words.privacyTitle}>
          <p>{words.privacy}</p>
        </TextSection>
        <TextSection id="donor" title={words.donorTitle}>
          <p>{words.donor}</p>
          <Link to="/receipts" className={buttonClass('outline', 'justify-self-start')}>
            {words.openReceipt}
          </Link>
        </TextSection>
        <TextSection id="script" title={words.scriptTitle}>
          <p>{words.script}</p>
          <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm">
            <code>{words.command(address)}</code>
          </pre>
          <a href="/verify-log.mjs" download className={buttonClass('outline', 'justify-self-start')}>
            {words.download}
          </a>
        </TextSection>
        <TextSection id="witness" title={words.witnessTitle}>
          <p>{words.witness}</p>
          {view.is === 'there' && <Witnesses found={view.value} />}
          {view.is === 'there' && <SentCheckpoints sent={view.value.sent} />}
          <p>{words.witnessCommand}</p>
          <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm">
            <code>{words.witnessLine(address)}</code>
          </pre>
        </TextSection>
      </div>
    </>
  )
}

/** Reserves the lines of the time. */
const NO_TIME = (
  <>
    {words.unknown}
    <span className="invisible">{formatDayAndTime('2026-11-28T22:48:00Z')}</span>
  </>
)

function Checkpoint({ found }: { found: Newest | undefined }) {
  const { unknown, none } = words
  const newest = found?.newest
  return (
    <section aria-labelledby="checkpoint" className="grid gap-4">
      <h2 id="checkpoint" className="sr-only">
        {words.figures}
      </h2>
      {found && <SigningStopped stopped={found.stopped} />}
      <noscript>
        <p>
          {words.signedAt}: {figurePlaceholder('checkpoint')}
        </p>
        <PlainFormLink />
      </noscript>
      <Figures
        label={words.figures}
        className="figures-pairs needs-script"
        figures={[
          { name: words.entries, figure: newest?.size.toLocaleString('en-NG') ?? (found ? none : unknown) },
          { name: words.signedAt, figure: newest ? formatDayAndTime(newest.signed_at) : NO_TIME },
        ]}
      />
      <dl className="grid max-w-2xl gap-3">
        <div>
          <dt className="font-semibold">{words.root}</dt>
          <dd className="receipt-code min-h-14">{newest?.root ?? unknown}</dd>
        </div>
        <div>
          <dt className="font-semibold">{words.key}</dt>
          <dd className="receipt-code min-h-20 sm:min-h-14">{found?.keys[0] ?? unknown}</dd>
        </div>
      </dl>
      <p className="max-w-2xl text-sm text-soft">{words.rootHint}</p>
    </section>
  )
}

function Witnesses({ found: { witnesses } }: { found: Newest }) {
  if (witnesses.length === 0) return <p>{words.noWitnesses}</p>
  return (
    <>
      <p>{words.witnesses}</p>
      <Points
        points={witnesses.map(({ name, cosigned_at: at }) =>
          at === null ? words.notCosigned(name) : words.cosigned(name, formatDayAndTime(at)),
        )}
      />
    </>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 pl-6">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
