/** Stories of the organisation: those of the draft, and others that the history still has, which can be shown again or taken back. */
import { SmallButton } from '../../../ui/button.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { listOfStories, saveStories, sheetOfStory, sheetOfTakingBack, type Story } from './stories.ts'
import { TextItems, type TextsProps } from './text-items.tsx'
import { sheetOfOurs, textsOf } from './texts.ts'

export function StoryItems(props: TextsProps) {
  const { view, onEdit } = props
  const isOurs = textsOf(view.draft.content).stories === null
  const takeBack = (story: Story) => (
    <SmallButton onClick={() => onEdit(sheetOfTakingBack(view, story))}>{words.takeStoryBack}</SmallButton>
  )
  return (
    <>
      <p className="text-sm text-soft">{isOurs ? words.ourStories : words.ownStories}</p>
      <TextItems {...props} list={listOfStories(view)} sheetAt={(at) => sheetOfStory(view, at)} more={takeBack} />
      {!isOurs && (
        <p className="mt-3">
          <SmallButton onClick={() => onEdit(sheetOfOurs('stories', view.draft))}>{words.storiesOursAgain}</SmallButton>
        </p>
      )}
      <OtherStories {...props} takeBack={takeBack} />
    </>
  )
}

function OtherStories({ view, onChanged, takeBack }: TextsProps & { takeBack: (story: Story) => React.ReactNode }) {
  const { draft, stories, other_stories: others } = view
  if (others.length === 0) return null
  const shown = stories.map((each) => each.id)
  return (
    <section className="mt-5" aria-labelledby="other-stories">
      <h4 id="other-stories" className="font-semibold">
        {words.otherStories}
      </h4>
      <p className="text-sm text-soft">{words.otherStoriesLead}</p>
      <ul className="rows mt-2">
        {others.map((story) => (
          <li key={story.story_id} className="py-3">
            <p className="wrap-anywhere">{story.content.title}</p>
            <div className="mt-2 flex flex-wrap gap-3">
              <ActButton
                text={words.showStoryAgain}
                act={(bearer) => saveStories(draft, [...shown, story.id], bearer).then(onChanged)}
                says={words.saving}
              />
              {takeBack(story)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
