/** The texts of the public pages, in the draft. */
import { productSections } from '../../../../contract/platform/our-policies.ts'
import type { PolicyName } from '../../../../contract/platform/policy-names.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { StoryItems } from './story-items.tsx'
import { TextItems, type TextsProps } from './text-items.tsx'
import {
  ABOUT_FIGURES,
  QUESTIONS,
  sectionsOf,
  STORY_FIGURES,
  sheetOfItem,
  sheetOfOurs,
  sheetOfText,
  TEXT_PARTS,
  textsOf,
  VALUES,
  type TextPart,
} from './texts.ts'

export function TextsCard({ status, ...props }: TextsProps & { status: string }) {
  return (
    <Card title={words.steps.texts.title}>
      <p className="mt-1 text-sm text-soft">{status}</p>
      <p className="mt-3">{words.steps.texts.lead}</p>
      <div className="mt-3">
        {TEXT_PARTS.map((part) => (
          <Disclosure key={part} title={words.texts[part].title}>
            <OneText part={part} {...props} />
          </Disclosure>
        ))}
        <Disclosure title={words.stories}>
          <StoryItems {...props} />
        </Disclosure>
      </div>
    </Card>
  )
}

function OneText({ part, ...props }: TextsProps & { part: TextPart }) {
  const { draft } = props.view
  const { title, fields } = sheetOfText(part, draft)
  const own = textsOf(draft.content)[part]
  return (
    <>
      <p className="text-sm text-soft">{own ? words.ownText : words.ourText}</p>
      <dl className="facts grid gap-3">
        {fields.map(({ name, label, value, kind }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{kind === 'language' ? words.languages[own?.language ?? 'en'] : value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-1 flex flex-wrap gap-3">
        <SmallButton aria-label={words.editNamed(title)} onClick={() => props.onEdit(sheetOfText(part, draft))}>
          {words.edit}
        </SmallButton>
        {own && (
          <SmallButton
            aria-label={words.named(words.oursAgain, title)}
            onClick={() => props.onEdit(sheetOfOurs(part, draft))}
          >
            {words.oursAgain}
          </SmallButton>
        )}
      </div>
      {part === 'about' && <TextItems list={VALUES} sheetAt={(at) => sheetOfItem(VALUES, draft, at)} {...props} />}
      {part === 'figures' &&
        [STORY_FIGURES, ABOUT_FIGURES].map((list) => (
          <TextItems key={list.name} list={list} sheetAt={(at) => sheetOfItem(list, draft, at)} {...props} />
        ))}
      {(part === 'privacy' || part === 'terms' || part === 'refunds') && <PolicySections policy={part} {...props} />}
      {part === 'faq' && <TextItems list={QUESTIONS} sheetAt={(at) => sheetOfItem(QUESTIONS, draft, at)} {...props} />}
    </>
  )
}

function PolicySections({ policy, ...props }: TextsProps & { policy: PolicyName }) {
  const list = sectionsOf(policy)
  return (
    <>
      <p className="mt-3">{words.productSection(productSections[policy].title)}</p>
      <TextItems list={list} sheetAt={(at) => sheetOfItem(list, props.view.draft, at)} {...props} />
    </>
  )
}
