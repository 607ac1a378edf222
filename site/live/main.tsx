import '@latchkey/ui-react/styles.css'
import './live.css'
import { createRoot } from 'react-dom/client'
import { createLiveKernel } from './createLiveKernel.js'
import { LiveExample } from './LiveExample.js'
import { ThemeBuilder } from './ThemeBuilder.js'

/** The page that a live example is shown in: `/live/?example=send`. */
const place = document.getElementById('live')
const query = new URLSearchParams(location.search)
const example = query.get('example') ?? 'connect'
const theme = query.get('theme') === 'light' ? 'light' : 'dark'

if (place) {
  document.documentElement.dataset['theme'] = theme
  const live = createLiveKernel()
  const root = createRoot(place)
  root.render(
    example === 'theme' ? (
      <ThemeBuilder live={live} theme={theme} />
    ) : (
      <LiveExample live={live} example={example} theme={theme} />
    ),
  )
}
