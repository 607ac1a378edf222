import '@latchkey/ui-react/styles.css'
import { ConnectButton, KernelProvider, type KernelProviderProps } from '@latchkey/ui-react'
import type { Kernel } from '@latchkey/kernel'
import { Notifications, type NotificationsService } from '@latchkey/kernel/wallet'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { setStoryDocument, StoryPage } from '../../ui-react/gallery/StoryPage.js'
import { en } from '../../ui-react/src/messages/en.js'
import { pseudoMessages } from '../../ui-react/src/messages/pseudoLocale.js'
import { type Staged, wait } from './screen.js'
import { screens } from './screens.js'

// `?screen=send/preview&theme=light&dir=rtl` shows one screen, `?story=controls/` parts of the kit.
const query = new URLSearchParams(location.search)
const app = document.getElementById('app')
const screen = screens.find(({ id }) => id === query.get('screen'))
/** Says that the screen is reached, or why it isn't. */
const tell = (fault: unknown = '') => {
  document.documentElement.dataset['acted'] = String(fault)
}

interface Look {
  readonly theme: 'light' | 'dark'
  readonly dir: 'ltr' | 'rtl'
}

if (app && screen) {
  const { kernel, provider = {}, act } = screen.stage()
  if (query.has('still')) keepMessages(kernel)
  const root = createRoot(app)
  const show = ({ theme, dir }: Look) => {
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dir = dir
    const look: Partial<KernelProviderProps> = {
      theme,
      dir,
      ...(query.has('accent') ? { themeVariables: { accent: query.get('accent') ?? '' } } : {}),
      ...(query.has('text') ? { themeVariables: { fontSizeMaster: query.get('text') ?? '' } } : {}),
      ...(query.has('pseudo') ? { messages: pseudoMessages(en) } : {}),
    }
    root.render(
      <KernelProvider kernel={kernel} {...look} {...provider}>
        <Act run={act} />
        <div className="host">
          <ConnectButton />
        </div>
      </KernelProvider>,
    )
  }
  // One screen is reached once and looked at in every theme and direction.
  addEventListener('look', (event) => show((event as CustomEvent<Look>).detail))
  show({
    theme: query.get('theme') === 'light' ? 'light' : 'dark',
    dir: query.get('dir') === 'rtl' ? 'rtl' : 'ltr',
  })
} else if (app) {
  setStoryDocument(query)
  createRoot(app).render(<StoryPage query={query} />)
  tell()
}

/** A message that leaves by itself would be read or missed as the machine is fast or slow. */
function keepMessages(kernel: Kernel): void {
  const notifications = kernel.get(Notifications)
  const { showSnackbar, toast } = notifications
  Object.assign(notifications, {
    showSnackbar: (message, options) => showSnackbar(message, { ...options, autoClose: false }),
    toast: (message, options) => toast(message, { ...options, duration: Number.POSITIVE_INFINITY }),
  } satisfies Partial<NotificationsService>)
}

/** Starts when the provider has attached the shell, as an effect of the host would. */
function Act({ run }: { readonly run: Staged['act'] }) {
  useEffect(() => {
    const late = wait(120_000).then(() => {
      throw new Error(
        'The act of this screen has not ended after two minutes: it waits for a promise that nothing settles.',
      )
    })
    Promise.race([Promise.resolve().then(run), late]).then(() => tell(), tell)
  }, [run])
  return null
}
