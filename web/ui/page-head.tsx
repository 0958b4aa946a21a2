/** The dark band that opens a page: its title, and whom it is for. */

interface PageHeadProps {
  title: string
  lead: string
  /** Where nothing overlaps its lower edge. */
  plain?: boolean
}

export function PageHead({ title, lead, plain = false }: PageHeadProps) {
  return (
    <div className={plain ? 'page-head page-head-plain' : 'page-head'}>
      <div className="wrap">
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-4 max-w-2xl text-lg">{lead}</p>
      </div>
    </div>
  )
}
