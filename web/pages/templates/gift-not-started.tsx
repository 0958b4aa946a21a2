/** The server's refusal of a donate form that was sent without the page's script. It fills in the reason. */
import { GIFT_PLACEHOLDERS as gift } from '../../../contract/money/gift-pages.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { giving as words } from '#words/money/giving.ts'

export const meta = () => [{ title: words.startedMetaTitle }, { name: 'robots', content: 'noindex' }]

export default function GiftNotStartedPage() {
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.notStartedTitle}</h1>
      <Banner tone="bad" title={words.notCharged} className="mt-8">
        <p>{gift.reason}</p>
      </Banner>
      <a href="/donate" className={buttonClass('primary', 'mt-8')}>
        {words.backToForm}
      </a>
    </div>
  )
}
