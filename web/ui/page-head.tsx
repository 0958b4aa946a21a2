/** Head of a page: its title, and whom it is for. With a drawing a dark band; without one, a quiet title on paper. */

interface PageHeadProps {
  title: string
  lead: string
  /** Language of the lead. */
  lang?: string | undefined
  /** One for each place that people come to; web/art has the files. */
  art?: 'quiet' | 'about' | 'stories' | 'donate' | 'contact' | 'door' | 'wallet'
}

export function PageHead({ title, lead, lang, art = 'quiet' }: PageHeadProps) {
  return (
    <div className={`page-head head-${art}`}>
      <div className="wrap">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-4 max-w-2xl text-lg" lang={lang}>
          {lead}
        </p>
      </div>
    </div>
  )
}
