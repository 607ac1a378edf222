import './gallery.css'
import { en } from '../src/messages/en.js'
import { MessagesProvider } from '../src/messages/MessagesProvider.js'
import { pseudoMessages } from '../src/messages/pseudoLocale.js'
import { type ThemeMode, ThemeRoot } from '../src/theme/ThemeRoot.js'
import { stories } from './stories.js'

/** Parts of the kit as the query asks: `?story=controls/&theme=dark&dir=rtl&accent=%23ffe600&pseudo`. */
export function StoryPage({ query }: { readonly query: URLSearchParams }) {
  const mode = (query.get('theme') ?? 'light') as ThemeMode
  const wanted = query.get('story') ?? ''
  return (
    <MessagesProvider locale="en" messages={query.has('pseudo') ? pseudoMessages(en) : {}}>
      <ThemeRoot lang="en" mode={mode} variables={{ accent: query.get('accent') ?? undefined }}>
        <main className="gallery">
          {stories
            .filter(({ id }) => id.startsWith(wanted))
            .map((story) => (
              <section key={story.id} data-story={story.id}>
                <h2>{story.title}</h2>
                <div className="frame">{story.render()}</div>
              </section>
            ))}
        </main>
      </ThemeRoot>
    </MessagesProvider>
  )
}

/** Sets what the page around the parts follows. */
export function setStoryDocument(query: URLSearchParams): void {
  document.documentElement.dir = query.get('dir') ?? 'ltr'
  document.documentElement.lang = query.get('dir') === 'rtl' ? 'ar' : 'en'
  document.body.dataset['theme'] = query.get('theme') ?? 'light'
}
