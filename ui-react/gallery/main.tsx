import { createRoot } from 'react-dom/client'
import '../src/styles.css'
import './gallery.css'
import { en } from '../src/messages/en.js'
import { MessagesProvider } from '../src/messages/MessagesProvider.js'
import { pseudoMessages } from '../src/messages/pseudoLocale.js'
import { type ThemeMode, ThemeRoot } from '../src/theme/ThemeRoot.js'
import { stories } from './stories.js'

const query = new URLSearchParams(location.search)
const mode = (query.get('theme') ?? 'light') as ThemeMode
const accent = query.get('accent') ?? undefined
const wanted = query.get('story') ?? ''
const shown = stories.filter((story) => story.id.startsWith(wanted))
const isPseudo = query.has('pseudo')

document.documentElement.dir = query.get('dir') ?? 'ltr'
document.documentElement.lang = query.get('dir') === 'rtl' ? 'ar' : 'en'
document.body.dataset['theme'] = mode

const container = document.querySelector('#gallery')
if (!container) throw new Error('The gallery page has no #gallery element.')

createRoot(container).render(
  <MessagesProvider locale="en" messages={isPseudo ? pseudoMessages(en) : {}}>
    <ThemeRoot mode={mode} variables={{ accent }}>
      <main className="gallery">
        {shown.map((story) => (
          <section key={story.id} data-story={story.id}>
            <h2>{story.title}</h2>
            <div className="frame">{story.render()}</div>
          </section>
        ))}
      </main>
    </ThemeRoot>
  </MessagesProvider>,
)
